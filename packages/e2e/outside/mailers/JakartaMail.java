import jakarta.mail.Authenticator;
import jakarta.mail.Message;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.util.Properties;

class JakartaMail {
    public static void main(String[] words) throws Exception {
        String host = words[0], port = words[1], to = words[2], code = words[3], user = words[4];
        Properties settings = new Properties();
        settings.put("mail.smtp.host", host);
        settings.put("mail.smtp.port", port);
        Authenticator login = null;
        if (!user.isEmpty()) {
            settings.put("mail.smtp.auth", "true");
            login = new Authenticator() {
                protected PasswordAuthentication getPasswordAuthentication() {
                    return new PasswordAuthentication(user, "secret");
                }
            };
        }
        MimeMessage mail = new MimeMessage(Session.getInstance(settings, login));
        mail.setFrom(new InternetAddress("app@shop.test"));
        mail.setRecipient(Message.RecipientType.TO, new InternetAddress(to));
        mail.setSubject("Your code");
        mail.setText("Your code is " + code + ".");
        Transport.send(mail);
    }
}
