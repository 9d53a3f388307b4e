import { expect, test } from "vitest";
import { askForExtension } from "./extension-presence.ts";

test("only a response of the extension proves its presence", async () => {
  const answering = (reply: unknown, lastError?: { message: string }) => ({
    lastError,
    sendMessage: (_id: string, _message: unknown, respond: (reply: unknown) => void) => respond(reply),
  });
  expect(await askForExtension(answering({ installed: true, version: "0.1.0" }))).toBe(true);
  expect(await askForExtension(answering(undefined, { message: "Could not establish connection." }))).toBe(false);
  expect(await askForExtension(answering("hello"))).toBe(false);
  expect(await askForExtension(undefined)).toBe(false);
  const throwing = {
    sendMessage: () => {
      throw new TypeError("Invalid extension id");
    },
  };
  expect(await askForExtension(throwing)).toBe(false);
});
