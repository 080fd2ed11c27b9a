import type { Family } from "./kinds.ts";

/** Languages that come from Latin. */
export const romance: Family = {
  es: {
    otp: "codigo de verificac* | codigo de segurid* | codigo de un solo | de un solo uso | código único | código temporal | código de confirmac* | código de acceso | clave de un solo* | clave de segurid* | clave dinámica | palabra de paso | clave temporal | código dinámico",
    code: "cod* | *contraseñ* | *contrasin* | clave* | token | testigo",
    pin: "nip",
    verify:
      "verific* | verifiqu* | confirm* | iniciar sesi* | inicio de sesi* | inicia sesi* | iniciar la sesi* | acced* | acceso | restablec* | recuper* | activ* | registr* | autentic* | identi* | resetear | entrar | autoriz* | validar | validac* | segurid*",
    neutral:
      "tu | su | tus | mi | el | la | un | una | este | esta | siguiente | nuevo | nueva | digitos | dígitos | es | para | de | que | aquí | temporal | en | con | a | al | del | único | sms | personal",
    otherThing:
      "postal | cliente* | producto* | pedido* | seguimiento | rastreo | proveedor* | fabricante* | familia* | fiscal | factura* | error | barras | país | área | articul* | proyecto* | envío | empleado* | moneda* | tributari* | impuest* | compra | sucursal | almacén | referencia | estudiante | curso | socio | agencia | ciudad | banco | seguridad social",
    booking: "reserva* | boleto* | billete* | localizador",
    backup: "códigos de respaldo | códigos de recuperación | códigos de seguridad | códigos de reserva",
    parcel: "paquete* | recogida | recoger | entrega | taquilla | retiro",
    goods: "descuen* | descon* | *regal* | cupon* | cupón* | promoc* | premio* | canje*",
    sharing: "compart* | nadie | comuni* | divulg* | no entregues | no lo des | no proporcion* | no reveles",
    label:
      "cuenta* | saldo | pedido* | *factura* | importe | monto | total | vuelo | teléf* | telef* | tel | núm* | numero | número | tarjeta* | folio | referencia | fecha | nif | cif | rfc | ruc | rut | dni | terminación | llama* | cantidad | ref | c.p",
    unit: "minutos | horas | días | dia | unidades | uds | veces | segundos | puntos | años | meses | hrs",
    money: "!MXN | !COP | !CLP | !ARS | !PEN | pesos | soles | euros | dólares",
    enter:
      "escrib* | ingres* | introdu* | digit* | usa | use | utiliza | utilice | teclea* | inserta | copia | copie | marca | marque | pega",
    expire: "valid* | válid* | expira* | caduca* | vence* | vigencia",
    is: "es | son | esta",
    callToAction:
      "acept* | aceptar invitación | haz clic | haga clic | pulsa* | clic aquí | siguiente enlace | enlace siguiente | establecer contraseña | crear contraseña | cambiar contraseña | continuar | comenzar | botón | unirse | invitación | vincular | actualizar | descarg* | este enlace",
    boilerplate:
      "darse de baja | baja | cancelar suscripción | privacidad | términos | ayuda | contacto | soporte | desuscrib* | condiciones | preferencias",
    number: "número | números",
    security: "segurid*",
    check: "verificac* | validac* | control",
    digits: "dígitos | cifras | números",
  },
  ca: {
    otp: "codi de verificac* | codi de segureta* | d'un sol us | codi de confirmac* | codi d'accés",
    code: "codi | codis | contraseny* | clau | còdic | testimoni",
    verify:
      "verific* | verifiqu* | inici* sessi* | inici de sessi* | restabl* | activ* | recuper* | registr* | confirm* | autentic* | segureta* | iniciar la sessió | inicia la sessió | inicieu la sessió | entrar | accedir | accés",
    neutral:
      "el | la | els | teu | vostre | seu | meu | un | aquest | següent | nou | dígits | és | per | de | d | del | a",
    otherThing:
      "client* | família* | fabricant* | seguiment | proveïdor* | producte* | comanda* | factura* | postal | barres | error | enviament | país | article* | projecte* | referència | magatzem | seguretat social",
    booking: "reserva*",
    backup: "codis de recuperació | codis de seguretat",
    parcel: "paquet* | recollida | lliurament",
    goods: "descompte* | regal* | promoc* | cupó*",
    sharing: "compart* | ningú | comuniqu*",
    label: "compte* | comanda* | factura* | import | total | telèf* | núm* | número | data | targeta* | saldo",
    unit: "minuts | hores | dies | segons",
    enter: "introdu* | escri* | utilitz* | feu servir | fes servir | teclej* | copia* | marqu*",
    expire: "vàlid* | caduca* | expira*",
    is: "és | es",
    callToAction:
      "accept* | feu clic | fes clic | enllaç següent | següent enllaç | botó | invitació | continu* | establir contrasenya | canviar contrasenya | vincular | premeu | clic aquí",
    boilerplate: "donar-se de baixa | privacitat | ajuda | condicions",
    number: "número | números",
    security: "segureta*",
    check: "verificac* | control",
    digits: "dígits | xifres | números",
  },
  gl: {
    code: "código* | contrasinal* | chave",
    verify: "verific* | confirm* | iniciar sesión | restablec* | activ* | acceder | acceso | entrar",
    neutral: "o | a | seu | teu | súa | túa | novo | seguinte | é | para | de | do | da",
    otherThing: "cliente | familiar* | fabricante | seguimento | provedor* | produto* | pedido* | factura* | postal",
    label: "conta* | pedido* | factura* | número | total",
    is: "é",
    callToAction: "prema | seguinte ligazón | aceptar | convite",
    boilerplate: "privacidade | axuda",
    number: "número | números",
    security: "segurid*",
    check: "comprobac* | verificac*",
    digits: "díxitos | cifras | números",
    otp: "código de comprobac* | código de segurid* | código de verific* | dun só uso",
    enter: "introduc* | escrib* | teclee",
    sharing: "ninguén | compart*",
    expire: "caduca*",
  },
  pt: {
    otp: "código de verificaç* | código de seguranç* | código de confirmaç* | uso único | código de acesso | código único | senha temporária de acesso | chave de segurança | palavra-passe única | senha única | senha de segurança | senha de uso | chave única",
    code: "cod* | *senha* | chave | palavra-passe | palavra passe | contrassenha",
    verify:
      "verific* | confirm* | iniciar sess* | início de sess* | inicie sess* | entrar | fazer login | redefin* | repor | recuper* | ativ* | activ* | registr* | registo* | autentic* | segurança | identi* | acesso | acessar | validar",
    neutral:
      "o | a | os | seu | sua | teu | tua | meu | um | uma | este | esse | seguinte | a seguir | novo | nova | dígitos | é | para | de | do | da | que | temporár* | aqui | no | em",
    otherThing:
      "postal | cliente* | produto* | pedido* | rastreamento | rastreio | fornecedor* | fabricante* | família* | fiscal | fatura* | erro | barras | país | artigo* | projeto* | projecto* | envio | encomenda* | imposto* | compra | item | referência | funcionário* | moeda* | filial | armazém | banco | aluno | segurança social | seguridade social",
    booking: "reserva* | bilhete* | ingresso* | localizador",
    backup: "códigos de backup | códigos de recuperação | códigos de segurança",
    parcel: "encomend* | colet* | entrega | retirada | pacote* | levantamento",
    goods: "descont* | cupo* | cupom | brinde* | prêmio* | promoc* | promoç* | vale-presente | resgat*",
    sharing: "compartilh* | partilh* | ninguém | divulg* | comuni* | forneça | não informe",
    label:
      "conta* | pedido* | *fatura* | valor | total | telef* | núm* | número | cartão* | data | cnpj | cpf | cep | saldo | nif | final | protocolo | ligue",
    unit: "minutos | horas | dias | unidades | segundos | vezes | pontos | meses | anos",
    money: "brl | reais | r$",
    enter: "digit* | insir* | introdu* | use | utilize | informe | inserir | escreva | copie | tecle | cole",
    expire: "válid* | expira* | vence*",
    is: "é | e | são",
    callToAction:
      "aceit* | clique aqui | clique no | clique em | link abaixo | seguinte link | botão | convite | definir senha | definir palavra-passe | alterar senha | continuar | começar | vincular | atualizar | clica | hiperligação",
    boilerplate: "cancelar inscrição | descadastr* | privacidade | termos | ajuda | contato | suporte",
    number: "número | números",
    security: "segurança",
    check: "verificaç* | validaç* | controlo | controle",
    digits: "dígitos | algarismos | números",
  },
  fr: {
    otp: "code de vérificat* | code de sécurit* | code de confirmat* | usage unique | code d'accès | code de connexion | code d'authentificat* | code d'activat* | clé d'accès | clé de sécurité | clé unique | clé temporaire",
    code: "*mot de passe* | mots de passe | jeton* | clé | code",
    verify:
      "vérif* | *connexion* | *connect* | réinitialis* | confirm* | *activ* | récupér* | inscri* | authentifi* | identifi* | sécurit* | valider | validat* | enregistr*",
    neutral:
      "votre | ton | vos | mon | le | la | les | un | une | ce | cette | suivant | nouveau | nouvelle | chiffres | est | pour | de | à | du | des | d | l | temporaire | ci-dessous | voici | unique | sms | personnel",
    otherThing:
      "postal | client* | produit* | commande* | suivi | fournisseur* | fabricant* | famil* | fiscal* | facture* | erreur | barres | pays | article* | projet* | envoi | expédition | taxe* | tva | siret | achat | référence | agence | magasin | employé* | devise* | banque | guichet | naf | ape | lot | sécurité sociale | contrôle technique | digicode* | portail | portillon | immeuble | interphone",
    booking: "réserv* | billet* | dossier | embarquement",
    backup: "codes de secours | codes de récupération | codes de sauvegarde",
    parcel: "colis | relais | retrait | livraison",
    goods: "promo* | réduc* | cadeau* | remise | coupon* | bon d'achat | parrain* | gagn*",
    sharing: "communiqu* | partag* | divulg* | transmet* | jamais | ne donnez",
    label:
      "compte* | commande | facture* | montant | total | tél* | télé* | téléphone | numéro* | n° | carte* | date | rcs | siren | tva | solde | dossier | réf*",
    unit: "minutes | heures | jours | unités | secondes | fois | points | h | mois",
    enter:
      "entrez | entrer | saisi* | tapez | utilise* | insér* | indiquez | renseign* | recopi* | copiez | composez | reportez",
    expire: "valable* | valid* | expire*",
    is: "est | sont",
    callToAction:
      "accept* | cliquez | cliquer | cliquant | lien ci-dessous | lien suivant | bouton | invitation | rejoindre | définir | choisir | continuer | commencer | finaliser | lier | mettre à jour | modifier le mot | supprimer le compte | télécharg* | poursuivre",
    boilerplate:
      "désabon* | désinscri* | confidentialité | conditions | aide | contact* | mentions légales | préférences",
    number: "numéro | numéros",
    security: "sécurité",
    check: "vérificat* | validat* | contrôle",
    digits: "chiffres | numéros",
    not: "digicode*",
  },
  it: {
    otp: "codice di verific* | codice di sicurezz* | codice di conferm* | codice di access* | codice otp | codice monouso | monouso | codice temporaneo | usa e getta | chiave temporanea | chiave di access* | pin di access* | password temporanea | chiave di sicurezz*",
    code: "codic* | *parola d'ordine* | chiave | password | cod",
    verify:
      "verific* | conferm* | acced* | accesso | login | ripristin* | reimpost* | recuper* | attiv* | registr* | autentic* | identi* | sicurezza | validar*",
    neutral:
      "il | tuo | la | tua | suo | sua | vostro | mio | un | una | questo | seguente | nuovo | nuova | cifre | è | per | di | a | del | che | temporane* | ecco | i | lo | dell | della | l | qui",
    otherThing:
      "postale | client* | prodott* | ordin* | tracciamento | tracking | fornitor* | produttor* | famigli* | fiscal* | fattur* | fattura* | errore | barre | paese | articol* | progett* | spedizion* | imposta | iva | acquist* | referenza | riferimento | dipendent* | valuta | filiale | magazzin* | banca | univoco | destinatario | sdi | pratica",
    booking: "prenotaz* | bigliett* | viaggio",
    backup: "codici di backup | codici di recupero | codici di ripristino | codici di riserva",
    parcel: "pacco | ritiro | consegna",
    goods: "sconto* | regalo | buono sconto | buono regalo | promoz* | coupon* | premio | vincit*",
    sharing: "condivid* | nessuno | comunic* | divulg* | non fornire",
    label:
      "conto* | ordin* | fattura* | importo | totale | telef* | numero | carta* | data | saldo | iva | rea | p. iva | cap | pratica | n.",
    unit: "minuti | ore | giorni | unità | pezzi | secondi | volte | punti | mesi",
    enter: "inser* | digit* | usa | utilizz* | immett* | copia | ricopi* | scriv*",
    expire: "valid* | scad*",
    is: "è | e | sono",
    callToAction:
      "accett* | clicc* | fai clic | fare clic | link seguente | seguente link | pulsante | invito | imposta password | scegli | continua | completa | collega* | aggiorn* | link qui sotto | scarica*",
    boilerplate:
      "annulla iscrizione | cancella iscrizione | disiscri* | privacy | condizioni | aiuto | assistenza | contatt*",
    number: "numero | numeri",
    security: "sicurezz* | sicurezza",
    check: "verifica | verifiche | controllo",
    digits: "cifre | numeri",
  },
  ro: {
    otp: "cod de verific* | cod de securit* | cod de confirm* | codul de verific* | codul de confirm* | unică folosință | cod unic | codul de acces | cod de acces | cheie de acces | parola temporară | parolă temporară",
    code: "cod | codul | coduri | codului | parol* | jeton*",
    verify:
      "verific* | conectar* | autentific* | confirm* | reset* | recuper* | activ* | înregistr* | resetare | securit* | identi* | contului dvs",
    neutral:
      "dvs | dumneavoastră | tău | ta | al | a | un | o | acest | următor* | nou | nouă | cifre | este | pentru | de | la | cu | temporar*",
    otherThing:
      "poștal | client* | produs* | comand* | urmărire | furnizor* | producător* | famili* | fiscal* | factur* | cont | eroare | bare | țară | articol* | proiect* | expedier* | awb | tva | referință | angajat* | securitate sociala | loc consum | loc de consum | abonat",
    booking: "rezerv* | bilet*",
    backup: "coduri de rezervă | coduri de recuperare | coduri de backup",
    parcel: "colet* | ridicare | livrare | locker",
    goods: "reducer* | cadou* | voucher* | cupon* | premiu | promoț*",
    sharing: "nimănui | distribui* | comunic* | divulg* | nu împărtăș* | partaj*",
    label: "cont* | comand* | factur* | suma | total | telef* | număr* | nr | card* | data | sold | cui | iban",
    unit: "minute | ore | zile | bucăți | secunde | ori",
    money: "lei | !RON",
    enter: "introdu* | tasta* | folos* | utiliz* | scrie* | copia*",
    expire: "valabil* | expiră*",
    is: "este | e",
    callToAction:
      "accept* | clic aici | faceți clic | apăsați | apasă | link* de mai jos | următorul link | butonul | invitație | continu* | set* parola | actualiz*",
    boilerplate: "dezabon* | confidențialitate | termeni | ajutor | contact",
    number: "număr | numărul | numerele",
    security: "securit*",
    check: "verificare | verificarii | control",
    digits: "cifre | cifrele | numerele",
  },
  eo: {
    code: "kodo | kodon | pasvort*",
    verify: "konfirm* | ensalut* | kontrol*",
    neutral: "via | la | nova",
    is: "estas",
    callToAction: "alklak* | akcept*",
    boilerplate: "malabon* | helpo",
  },
};
