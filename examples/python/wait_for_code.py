import json, os, urllib.request

request = urllib.request.Request(os.environ["FRONTDESK_URL"] + "/svc-api/mail/recent?wait=30&full=true")
request.add_header("Authorization", "Bearer " + os.environ["MAILBOX_TOKEN"])
email = json.load(urllib.request.urlopen(request))["emails"][0]
print(email["codes"][0]["value"])
