import { createSocket } from "node:dgram";
import { once } from "node:events";

/** A name server with frozen TXT records; any other question has no answer. */
export interface NameServer {
  /** Texts by name. */
  records: Map<string, string>;
  /** Names that get no response at all. */
  silent: Set<string>;
  /** Names that were asked for. */
  asked: string[];
  close(): void;
}

const HEADER_BYTES = 12;
const TXT = 16;
const NAME_ERROR = 3;
/** Response, recursion desired and available. */
const FLAGS = 0x8180;
/** Points to the name in the question. */
const NAME_POINTER = 0xc00c;
const MAX_STRING_BYTES = 255;

/** Opens a name server on port 53 of an address. */
export async function openNameServer(address: string): Promise<NameServer> {
  const server: NameServer = { records: new Map(), silent: new Set(), asked: [], close: () => socket.close() };
  const socket = createSocket("udp4");
  socket.on("message", (query, { address: client, port }) => {
    const { name, type, end } = readQuestion(query);
    server.asked.push(name);
    if (!server.silent.has(name))
      socket.send(toResponse(query.subarray(0, end), type, server.records.get(name)), port, client);
  });
  socket.bind(53, address);
  await once(socket, "listening");
  return server;
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let offset = HEADER_BYTES;
  for (let length = query[offset] ?? 0; length > 0; length = query[offset] ?? 0) {
    labels.push(query.toString("latin1", offset + 1, offset + 1 + length));
    offset += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(offset + 1), end: offset + 5 };
}

function toResponse(question: Buffer, type: number, text: string | undefined): Buffer {
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  const hasAnswer = text !== undefined && type === TXT;
  header.writeUInt16BE(FLAGS | (text === undefined ? NAME_ERROR : 0), 2);
  header.writeUInt16BE(hasAnswer ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const parts = [header, question.subarray(HEADER_BYTES)];
  if (!hasAnswer) return Buffer.concat(parts);
  const strings: Buffer[] = [];
  for (let start = 0; start < text.length; start += MAX_STRING_BYTES) {
    const bytes = Buffer.from(text.slice(start, start + MAX_STRING_BYTES), "latin1");
    strings.push(Buffer.from([bytes.length]), bytes);
  }
  const data = Buffer.concat(strings);
  const answer = Buffer.alloc(HEADER_BYTES);
  answer.writeUInt16BE(NAME_POINTER, 0);
  answer.writeUInt16BE(TXT, 2);
  answer.writeUInt16BE(1, 4);
  answer.writeUInt16BE(data.length, 10);
  return Buffer.concat([...parts, answer, data]);
}
