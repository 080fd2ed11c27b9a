import json
import sys

from twilio.base.exceptions import TwilioRestException
from twilio.rest import Client

message = json.loads(sys.argv[1])
try:
    sent = Client().messages.create(to=message["to"], from_="+15005550006", body=message["text"])
    print(json.dumps({"id": sent.sid}))
except TwilioRestException as error:
    print(json.dumps({"error": type(error).__name__, "code": error.code, "status": error.status}))
