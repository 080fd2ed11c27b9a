// Stands in for @aws-sdk/client-s3, which Lambda provides. Objects are in `globalThis.objects`.
export class GetObjectCommand {
  constructor(input) {
    this.input = input;
  }
}
export class S3Client {
  async send({ input: { Bucket, Key } }) {
    const bytes = globalThis.objects.get(`${Bucket}/${Key}`);
    if (!bytes) throw new Error(`NoSuchKey: ${Bucket}/${Key}`);
    return { Body: { transformToByteArray: async () => bytes } };
  }
}
