import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Activity } from "../../platform/activity/activity-filter.ts";
import { showPart, speakEnglish } from "../../test-harness/show-part.tsx";
import { ActivityList } from "./activity-list.tsx";

speakEnglish();

const ANNA = { id: "anna", displayName: "Anna", photoURL: null };
const row = (action: string, subject: string, details: Activity["details"] = {}): Activity => ({
  id: action,
  at: "2026-11-20T10:00:00.000Z",
  action,
  person: ANNA,
  subject,
  details,
});

const rows = [
  row("user.sessions-ended", "Bo <b>& Co</b>"),
  row("item.deleted", "12", { count: 12 }),
  row("member.joined", "Anna", { memberId: "anna" }),
  row("something.new", "Plan"),
];
const query = {
  data: { pages: [{ items: rows }] },
  error: null,
  isFetching: false,
  hasNextPage: false,
  isFetchingNextPage: false,
  refetch: () => undefined,
  fetchNextPage: () => undefined,
};

test("an entry is one sentence with its names inside, isolated and without markup", () => {
  showPart(<ActivityList query={query} filter={{} as never} onClear={() => undefined} />);
  const sentences = screen.getAllByRole("listitem").map((item) => {
    const [names, sentence] = [[...item.querySelectorAll("bdi")].map((name) => name.textContent), item.children[1]?.textContent];
    return [sentence?.trim().replaceAll(/\s+/gu, " "), names.slice(0, 2)];
  });
  expect(sentences[0]).toEqual(["Anna signed Bo <b>& Co</b> out everywhere", ["Anna", "Bo <b>& Co</b>"]]);
  expect(sentences[1]).toEqual(["Anna permanently deleted 12 items", ["Anna", "12 items"]]);
  expect(sentences[2]?.[0]).toBe("Anna joined");
  expect(sentences[3]?.[0]).toBe("Anna something.new Plan");
});
