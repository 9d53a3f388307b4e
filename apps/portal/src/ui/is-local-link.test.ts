import { expect, test } from "vitest";
import { isLocalLink } from "./is-local-link.ts";

test.each([
  ["http://localhost:8700/s/abc", true],
  ["http://127.0.0.1:8700/s/abc", true],
  ["http://[::1]:8700/s/abc", true],
  ["http://stills.localhost/s/abc", true],
  ["https://shots.example/s/localhost", false],
  ["http://192.168.1.20:8700/s/abc", false],
  ["https://localhost.example/s/abc", false],
  ["https://127-0-0-1.example/s/abc", false],
])("%s opens only on the server's machine: %s", (link, isLocal) => {
  expect(isLocalLink(link)).toBe(isLocal);
});
