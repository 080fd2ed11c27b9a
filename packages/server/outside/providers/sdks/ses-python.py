import json
import sys

import boto3
from botocore.exceptions import ClientError

message = json.loads(sys.argv[1])
simple = {"Subject": {"Data": "Your code"}, "Body": {"Text": {"Data": message["text"]}}}
try:
    sent = boto3.client("sesv2").send_email(
        FromEmailAddress="shop@shop.example",
        Destination={"ToAddresses": [message["to"]]},
        Content={"Simple": simple},
    )
    print(json.dumps({"id": sent["MessageId"]}))
except ClientError as error:
    code = error.response["Error"]["Code"]
    print(json.dumps({"error": code, "status": error.response["ResponseMetadata"]["HTTPStatusCode"]}))
