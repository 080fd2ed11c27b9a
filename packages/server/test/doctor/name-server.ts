import { createSocket } from "node:dgram";
import { once } from "node:events";

/** The records of a name by their type: `A` addresses, `MX` as "10 mail.example.net", `PTR` names. `*` stands for any label. */
export type Zone = Record<string, Partial<Record<"A" | "MX" | "PTR", string[]>>>;

const types = { A: 1, PTR: 12, MX: 15 } as const;
const NXDOMAIN = 3;

/** A name server on loopback that knows one zone; with `null` it never answers. */
export async function startNameServer(zone: Zone | null) {
  const socket = createSocket("udp4");
  socket.on("message", (message, { port, address }) => {
    if (zone !== null) socket.send(toAnswer(message, zone), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { address: `127.0.0.1:${socket.address().port}`, stop: () => void socket.close() };
}

function toAnswer(message: Buffer, zone: Zone): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  const type = message.readUInt16BE(at + 1);
  const question = message.subarray(12, at + 5);
  const known = zone[labels.join(".")] ?? zone[["*", ...labels.slice(1)].join(".")];
  const name = (Object.keys(types) as (keyof typeof types)[]).find((key) => types[key] === type);
  const records = ((name && known?.[name]) ?? []).map((text) => toRecord(type, toData(name!, text)));
  const header = Buffer.alloc(12);
  message.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (known ? 0 : NXDOMAIN), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question, ...records]);
}

function toRecord(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  // The name is that of the question.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function toData(type: keyof typeof types, text: string): Buffer {
  if (type === "A") return Buffer.from(text.split(".").map(Number));
  if (type === "PTR") return toName(text);
  const [priority, exchange = ""] = text.split(" ");
  return Buffer.concat([Buffer.from([0, Number(priority)]), toName(exchange)]);
}

const toName = (name: string) =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);
