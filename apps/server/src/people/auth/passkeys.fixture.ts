import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** What a test changes in the answer of an authenticator. */
interface Answer {
  challenge: string;
  origin?: string;
  rpId?: string;
  counter?: number;
  /** False for an authenticator that did not verify its user. */
  isVerified?: boolean;
}

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();
const text = (data: string | Buffer): string => Buffer.from(data).toString("base64url");

/** Encodes a byte string of CBOR. */
const cborBytes = (data: Buffer): Buffer =>
  Buffer.concat([data.length < 256 ? Buffer.from([0x58, data.length]) : Buffer.from([0x59, data.length >> 8, data.length & 255]), data]);

/** Encodes a P-256 key as COSE: kty EC2, alg ES256, crv P-256, x, y. */
function coseOf(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const coordinate = (label: number, value: string) => Buffer.concat([Buffer.from([label]), cborBytes(Buffer.from(value, "base64url"))]);
  return Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]), coordinate(0x21, x), coordinate(0x22, y)]);
}

/** An authenticator with one passkey (WebAuthn Level 3), for tests without a browser. */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  const id = text(credentialId);

  const clientData = (type: string, answer: Answer) =>
    JSON.stringify({ type, challenge: answer.challenge, origin: answer.origin ?? origin });
  function authenticatorData({ rpId = new URL(origin).hostname, counter = 0, isVerified = true }: Answer, attested?: Buffer): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested ? 0x40 : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }

  return {
    id,

    /** Answers `navigator.credentials.create`. */
    create(answer: Answer) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, coseOf(publicKey)]);
      const head = Buffer.concat([Buffer.from([0xa3, 0x63]), Buffer.from("fmt"), Buffer.from([0x64]), Buffer.from("none")]);
      const statement = Buffer.concat([Buffer.from([0x67]), Buffer.from("attStmt"), Buffer.from([0xa0, 0x68]), Buffer.from("authData")]);
      const attestationObject = text(Buffer.concat([head, statement, cborBytes(authenticatorData(answer, attested))]));
      const response = { clientDataJSON: text(clientData("webauthn.create", answer)), attestationObject };
      return { id, rawId: id, type: "public-key" as const, response };
    },

    /** Answers `navigator.credentials.get`. */
    use(answer: Answer) {
      const client = clientData("webauthn.get", answer);
      const data = authenticatorData(answer);
      const signature = text(sign("sha256", Buffer.concat([data, sha256(client)]), privateKey));
      const response = { clientDataJSON: text(client), authenticatorData: text(data), signature };
      return { id, rawId: id, type: "public-key" as const, response };
    },
  };
}
