import { expect, test } from "vitest";
import { createClientDirectory } from "../../src/oauth/client-directory.ts";
import { createClientDocuments } from "../../src/oauth/client-documents.ts";

/** Documents at any URL, each of which describes its client. */
function openDocuments(fields: object = {}) {
  const fetched: string[] = [];
  const documents = createClientDocuments({
    async fetchDocument(url) {
      fetched.push(url);
      const document = { client_id: url, redirect_uris: ["https://client.example/cb"], ...fields };
      return { body: JSON.stringify(document), cacheControl: "" };
    },
    now: () => 0,
    log: { info() {}, warn() {}, error() {} },
  });
  return { fetched, documents, read: (url: string) => documents.read(url, () => {}) };
}

const at = (number: number) => `https://client.example/${number}`;

test("the documents of a thousand clients are kept, and a further one takes the place of that which was read least recently", async () => {
  const { fetched, read } = openDocuments();
  for (let number = 0; number < 1_000; number++) await read(at(number));
  await read(at(0));
  expect(fetched).toHaveLength(1_000);
  await read(at(1_000));
  await read(at(0));
  expect(fetched).toHaveLength(1_001);
  await read(at(1));
  expect(fetched.slice(1_001)).toEqual([at(1)]);
});

test("a client may say that it has no secret", async () => {
  const { read } = openDocuments({ token_endpoint_auth_method: "none" });
  expect(await read(at(1))).toMatchObject({ id: at(1) });
});

test("the host that vouches for a client, and that fetches count for, has its port", async () => {
  const { documents } = openDocuments();
  const counted: string[] = [];
  const directory = createClientDirectory({
    clientIds: { read: async () => null },
    documents,
    hasDocuments: () => true,
  });
  const url = "https://client.example:8443/x";
  expect(await directory.find(url, (host) => void counted.push(host))).toMatchObject({
    name: "client.example:8443",
    verifiedHost: "client.example:8443",
  });
  expect(counted).toEqual(["client.example:8443"]);
});
