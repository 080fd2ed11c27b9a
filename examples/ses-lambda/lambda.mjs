import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";

const s3 = new S3Client();

/** AWS Lambda: delivers each mail that an SES receipt rule has stored in S3 to Frontdesk. */
export async function handler(event) {
  for (const { s3: record } of event.Records) {
    const Bucket = record.bucket.name;
    // S3 events encode keys as forms do.
    const Key = decodeURIComponent(record.object.key.replaceAll("+", " "));
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
    const response = await fetch(new URL("/svc-api/mail/push", process.env.FRONTDESK_URL), {
      method: "POST",
      headers: { authorization: `Bearer ${process.env.FRONTDESK_KEY}`, "content-type": "message/rfc822" },
      body: await Body.transformToByteArray(),
    });
    // Another attempt would find no mailbox either. Any other failure throws, so that Lambda tries again.
    if (response.status === 404) console.log(`No mailbox for s3://${Bucket}/${Key}`);
    else if (!response.ok) throw new Error(`Frontdesk responded with ${response.status}: ${await response.text()}`);
  }
}
