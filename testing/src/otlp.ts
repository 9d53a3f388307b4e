import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";

/** A span as the receiver got it. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentId: string;
  name: string;
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  /** In milliseconds. */
  duration: number;
  isFailed: boolean;
  attributes: Record<string, string | number | boolean>;
  resource: Record<string, string | number | boolean>;
}

/** A receiver of OTLP over HTTP, as an OpenTelemetry collector is one. */
export interface OtlpReceiver {
  /** Value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string;
  /** Paths and headers of all requests. */
  requests: { path: string; headers: http.IncomingHttpHeaders }[];
  /** Bytes of all requests, as text in which each byte is one character. */
  bytes(): string;
  spans(): ReceivedSpan[];
  /** Status of the next answers. */
  status: number;
  close(): Promise<void>;
}

type Field = { number: number; bytes: Buffer; value: bigint };

/** Reads the fields of a message of protobuf. */
function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => message.subarray(at, (at += length));
  while (at < message.length) {
    const key = Number(varint());
    const [number, type] = [key >> 3, key & 7];
    if (type === 0) yield { number, value: varint(), bytes: Buffer.alloc(0) };
    else if (type === 2) yield { number, bytes: take(Number(varint())), value: 0n };
    else if (type === 1 || type === 5) {
      const bytes = take(type === 1 ? 8 : 4);
      yield { number, bytes, value: type === 1 ? bytes.readBigUInt64LE() : BigInt(bytes.readUInt32LE()) };
    } else throw new Error(`A field has the type ${type}, which no message of OTLP has.`);
  }
}

const all = (message: Buffer, number: number): Field[] => [...fieldsOf(message)].filter((field) => field.number === number);
const textOf = (message: Buffer, number: number): string => all(message, number)[0]?.bytes.toString() ?? "";

/** Reads the attributes of a message: key and value, which is a text, a boolean, an integer or a number. */
function attributesOf(message: Buffer, number: number): ReceivedSpan["attributes"] {
  const entries = all(message, number).map(({ bytes }) => {
    const [given] = fieldsOf(all(bytes, 2)[0]?.bytes ?? Buffer.alloc(0));
    if (!given) return [textOf(bytes, 1), ""];
    const read = [given.bytes.toString(), given.value === 1n, Number(given.value), given.number === 4 ? given.bytes.readDoubleLE() : 0];
    return [textOf(bytes, 1), read[given.number - 1]];
  });
  return Object.fromEntries(entries) as ReceivedSpan["attributes"];
}

function spanOf(message: Buffer, resource: ReceivedSpan["resource"]): ReceivedSpan {
  const hex = (number: number): string => all(message, number)[0]?.bytes.toString("hex") ?? "";
  const time = (number: number): number => Number(all(message, number)[0]?.value ?? 0n) / 1e6;
  const [status] = all(message, 15);
  return {
    traceId: hex(1),
    spanId: hex(2),
    parentId: hex(4),
    name: textOf(message, 5),
    kind: Number(all(message, 6)[0]?.value ?? 0n),
    duration: time(8) - time(7),
    isFailed: status !== undefined && all(status.bytes, 3)[0]?.value === 2n,
    attributes: attributesOf(message, 9),
    resource,
  };
}

/** Reads all spans of an export request. */
function spansOf(request: Buffer): ReceivedSpan[] {
  return all(request, 1).flatMap(({ bytes: group }) => {
    const resource = attributesOf(all(group, 1)[0]?.bytes ?? Buffer.alloc(0), 1);
    return all(group, 2).flatMap(({ bytes: scope }) => all(scope, 2).map(({ bytes }) => spanOf(bytes, resource)));
  });
}

/** Starts a receiver on a free port of this machine. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const bodies: Buffer[] = [];
  const receiver: OtlpReceiver = {
    url: "",
    requests: [],
    status: 200,
    bytes: () => Buffer.concat(bodies).toString("latin1"),
    spans: () => bodies.flatMap(spansOf),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  const server = http.createServer(async (request, response) => {
    const sent = await buffer(request);
    receiver.requests.push({ path: request.url ?? "", headers: request.headers });
    if (receiver.status === 200) bodies.push(request.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent);
    response.writeHead(receiver.status, { "content-type": "application/x-protobuf" }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}
