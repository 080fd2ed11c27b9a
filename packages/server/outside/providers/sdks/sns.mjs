import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";

const { to, text } = JSON.parse(process.argv[2]);
try {
  const { MessageId } = await new SNSClient({}).send(new PublishCommand({ PhoneNumber: to, Message: text }));
  console.log(JSON.stringify({ id: MessageId }));
} catch (error) {
  console.log(JSON.stringify({ error: error.name, status: error.$metadata?.httpStatusCode }));
}
