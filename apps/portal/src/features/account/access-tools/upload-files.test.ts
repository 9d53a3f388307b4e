import { expect, test } from "vitest";
import { curlCommand, flameshotScript, shareXFile } from "./upload-files.ts";

const ORIGIN = "https://shots.example:8443";
const TOKEN = "srt_abc";

test("the file of ShareX names address, token and where the link is in the answer", () => {
  expect(JSON.parse(shareXFile(ORIGIN, TOKEN))).toEqual({
    Version: "16.1.0",
    Name: "Stillreel (shots.example:8443)",
    DestinationType: "ImageUploader, FileUploader",
    RequestMethod: "POST",
    RequestURL: `${ORIGIN}/api/v1/uploads/simple`,
    Headers: { Authorization: "Bearer srt_abc" },
    Body: "MultipartFormData",
    FileFormName: "file",
    URL: "{json:data.url}",
    ErrorMessage: "{json:message}",
  });
});

test("the command of curl and the script of Flameshot send one form with the token, and read the address alone", () => {
  const command = curlCommand(ORIGIN, TOKEN);
  expect(command).toBe(
    `curl --fail-with-body -sS -H 'Authorization: Bearer srt_abc' -F 'file=@capture.png' '${ORIGIN}/api/v1/uploads/simple?format=text'`,
  );
  const script = flameshotScript(ORIGIN, TOKEN);
  expect(script.startsWith("#!/bin/sh\n")).toBe(true);
  expect(script).toContain("flameshot gui --raw");
  expect(script).toContain("printf '%s\\n' \"$link\"");
  expect(script).toContain(`'${ORIGIN}/api/v1/uploads/simple?format=text'`);
});
