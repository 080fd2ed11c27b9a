import smtplib
import sys
from email.message import EmailMessage

host, port, to, code, user = sys.argv[1:]
mail = EmailMessage()
mail["From"] = "app@shop.test"
mail["To"] = to
mail["Subject"] = "Your code"
mail.set_content(f"Your code is {code}.")
with smtplib.SMTP(host, int(port)) as server:
    if user:
        server.login(user, "secret")
    server.send_message(mail)
