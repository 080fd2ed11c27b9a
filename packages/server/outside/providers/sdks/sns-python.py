import json
import sys

import boto3
from botocore.exceptions import ClientError

message = json.loads(sys.argv[1])
try:
    sent = boto3.client("sns").publish(PhoneNumber=message["to"], Message=message["text"])
    print(json.dumps({"id": sent["MessageId"]}))
except ClientError as error:
    code = error.response["Error"]["Code"]
    print(json.dumps({"error": code, "status": error.response["ResponseMetadata"]["HTTPStatusCode"]}))
