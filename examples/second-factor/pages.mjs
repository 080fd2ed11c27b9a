const page = (heading, content) => `<!doctype html><title>Shop</title><h1>${heading}</h1>${content}`;
const form = (action, label, name, button, note = "") => `<form method="post" action="${action}"><p>${note}</p>
  <label>${label} <input name="${name}" autocomplete="one-time-code"></label> <button>${button}</button></form>`;
const signOut = `<form method="post" action="/sign-out"><button>Sign out</button></form>`;

/** Script for a button that calls the browser's passkey API between two requests. */
const passkeyScript = (from, call, to) => `<script>
  const send = async (path, body = {}) => (await fetch(path, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  })).json();
  document.querySelector("#passkey").onclick = async () => {
    const publicKey = await send("${from}");
    const { verified } = await send("${to}", (await ${call}).toJSON());
    if (verified) location.assign("/");
  };
</script>`;

export const start = () =>
  page(
    "Sign in",
    `${form("/mail", "Email", "email", "Mail me a code")}<button id="passkey">Use a passkey</button>${passkeyScript(
      "/passkey/challenge",
      "navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) })",
      "/passkey/sign-in",
    )}`,
  );

export const mailedCode = (note) => page("Mailed code", form("/code", "Code", "code", "Go on", note));

export const secondFactor = (note) =>
  page("Second factor", form("/second-factor", "Authenticator code", "code", "Go on", note));

export const account = ({ email, hasAuthenticator, authenticatorUri, passkeys }, note = "") =>
  page(
    `Signed in: ${email}`,
    `${
      hasAuthenticator
        ? `<p>${note}</p>`
        : `<code data-testid="otpauth-uri">${authenticatorUri.replaceAll("&", "&amp;")}</code>${form("/authenticator", "Authenticator code", "code", "Turn on", note)}`
    }<p>Passkeys: ${passkeys.length}</p><button id="passkey">Add a passkey</button>${signOut}${passkeyScript(
      "/passkey/options",
      "navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) })",
      "/passkey/add",
    )}`,
  );
