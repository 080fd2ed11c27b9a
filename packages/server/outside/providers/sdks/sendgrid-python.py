import json
import os
import sys

from python_http_client.exceptions import HTTPError
from sendgrid import SendGridAPIClient
from sendgrid.helpers.mail import Mail

message = json.loads(sys.argv[1])
client = SendGridAPIClient(os.environ["SENDGRID_API_KEY"], host=os.environ["SENDGRID_BASE_URL"])
mail = Mail("shop@shop.example", message["to"], "Your code", plain_text_content=message["text"])
try:
    response = client.send(mail)
    print(json.dumps({"id": response.headers["x-message-id"], "status": response.status_code}))
except HTTPError as error:
    print(json.dumps({"error": type(error).__name__, "status": error.status_code}))
