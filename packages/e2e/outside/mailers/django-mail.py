import sys

from django.conf import settings
from django.core.mail import send_mail

host, port, to, code, user = sys.argv[1:]
settings.configure(EMAIL_HOST=host, EMAIL_PORT=int(port), EMAIL_HOST_USER=user, EMAIL_HOST_PASSWORD="secret" if user else "")
sent = send_mail("Your code", f"Your code is {code}.", "app@shop.test", [to], html_message=f"<p>Your code is <b>{code}</b>.</p>")
sys.exit(0 if sent == 1 else 1)
