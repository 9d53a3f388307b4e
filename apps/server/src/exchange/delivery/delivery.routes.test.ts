import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { MEDIA_URL_TTL_S } from "@stillreel/contract";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import { mediaDelivery } from "./delivery.routes.ts";
import { createMediaTokens } from "../../media/media/media.token.ts";

const BYTES = Buffer.from("the picture");
const NOW = new Date("2026-11-21T12:00:00Z");
const tokens = createMediaTokens(randomBytes(32));
const addressOf = (storageKey: string): string =>
  `/media/${tokens.sign({ storageKey, mimeType: "image/png", callerId: "anna", sizeBytes: BYTES.length }, NOW.getTime() / 1000)}`;

/** A store whose objects have public URLs on another host. */
const remote = {
  localPath: () => null,
  signedGetUrl: async (key: string, { expiresInS }: { expiresInS: number }) => `https://store.example/${key}?signed&for=${expiresInS}`,
  get: async (key: string) => {
    if (key !== "b/kept") throw new StorageError("not-found", "There is no such object.");
    return { stream: Readable.from([BYTES]), sizeBytes: BYTES.length, start: 0, end: BYTES.length - 1, modifiedAt: NOW };
  },
} as unknown as Ports["storage"];

async function ask(storageKey: string, headers: Record<string, string>, { laterS = 0 } = {}) {
  const app = Fastify();
  const clock = { now: () => new Date(NOW.getTime() + laterS * 1000) };
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof AppError ? error.status : 500).send());
  mediaDelivery({ storage: remote, clock } as Ports, tokens, { assertActive: async () => {}, may: async () => true })(app);
  return app.inject({ url: addressOf(storageKey), headers });
}

test("images in pages are redirected to the store; requests of scripts are served directly", async () => {
  const shown = await ask("b/kept", { "sec-fetch-dest": "image" });
  expect([shown.statusCode, shown.headers.location]).toEqual([302, `https://store.example/b/kept?signed&for=${MEDIA_URL_TTL_S}`]);
  expect((await ask("b/kept", {})).statusCode).toBe(302);
  const read = await ask("b/kept", { "sec-fetch-dest": "empty" });
  expect([read.statusCode, read.rawPayload]).toEqual([200, BYTES]);
  expect(read.headers).toMatchObject({
    "content-type": "image/png",
    "content-length": String(BYTES.length),
    "x-content-type-options": "nosniff",
    "cache-control": expect.stringMatching(/^private/u),
  });
});

test("an object that the store lost is 404 for every caller", async () => {
  expect((await ask("b/gone", { "sec-fetch-dest": "empty" })).statusCode).toBe(404);
});

test("a URL of the store expires together with the media URL", async () => {
  for (const laterS of [0, 1, 120, MEDIA_URL_TTL_S - 1]) {
    const { statusCode, headers } = await ask("b/kept", {}, { laterS });
    expect([statusCode, headers.location]).toEqual([302, `https://store.example/b/kept?signed&for=${MEDIA_URL_TTL_S - laterS}`]);
  }
  expect((await ask("b/kept", {}, { laterS: MEDIA_URL_TTL_S })).statusCode).toBe(404);
});
