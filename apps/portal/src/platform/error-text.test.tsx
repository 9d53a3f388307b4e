import { ApiError } from "@stillreel/client";
import { beforeAll, expect, test } from "vitest";
import { startInEnglish } from "../test-harness/start-in-english.ts";
import { errorText, refusalText } from "./api.ts";

beforeAll(startInEnglish);

const failed = (code: string): ApiError => new ApiError({ status: 500, code, message: "Text of the server" });

test.each([
  ["internal", "Could not rename the folder."],
  ["bad-answer", "Could not rename the folder."],
  ["offline", "Could not rename the folder. We can't reach the server."],
  ["unavailable", "Could not rename the folder. The service isn't available right now. Try again in a moment."],
  // These texts name the problem completely.
  ["forbidden", "Insufficient permissions!"],
  ["folder-exists", "This folder already exists."],
])("the failure of a command with the code %s names what failed unless the code does", (code, text) => {
  expect(errorText(failed(code), "renameFolder")).toBe(text);
});

test("an error outside the API names the command that failed", () => {
  expect(errorText(new TypeError("x is undefined"), "inviteLink")).toBe("Could not create the workspace invite link.");
  expect(errorText(new TypeError("x is undefined"))).toBe("There was an error.");
});

test("a response that is not understood is reported as data that could not be processed", () => {
  expect(errorText(failed("bad-answer"))).toBe("Could not process data.");
});

test("the message of an invalid field has precedence", () => {
  const details = [{ field: "name", code: "invalid", message: "At most 32 characters." }];
  const error = new ApiError({ status: 422, code: "validation-failed", message: "", details });
  expect(refusalText(error, "createTeam")).toBe("At most 32 characters.");
  expect(refusalText(failed("internal"), "createTeam")).toBe("Could not create the team.");
});
