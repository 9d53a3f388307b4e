import { expect, test } from "vitest";
import { presentDetails, presentPerson } from "./people.present.ts";
import type { ManagedRow } from "./people.repo.ts";

const ROW: ManagedRow = {
  id: "018f0000-0000-7000-8000-000000000000",
  email: "anna@example.test",
  emailVerified: true,
  displayName: "Anna",
  avatarBlobId: null,
  provider: "google",
  role: "user",
  suspendedAt: null,
  quotaBytes: null,
  createdAt: "2026-11-01 10:00:00.5+00",
  lastSeenAt: null,
  storageBytes: "9007199254740991",
  itemCount: "3",
};

test("numbers and dates of the database become those of the contract", () => {
  expect(presentPerson({ ...ROW, suspendedAt: "2026-11-02 10:00:00+00" }, 0)).toMatchObject({
    storageBytes: Number.MAX_SAFE_INTEGER,
    itemCount: 3,
    createdAt: "2026-11-01T10:00:00.500Z",
    suspendedAt: "2026-11-02T10:00:00.000Z",
    lastSeenAt: null,
  });
});

test("the default quota applies only without an own one, which may be unlimited", () => {
  expect(presentPerson(ROW, 10)).toMatchObject({ quota: null, quotaLimit: 10 });
  expect(presentPerson({ ...ROW, quotaBytes: "0" }, 10)).toMatchObject({ quota: 0, quotaLimit: 0 });
  expect(presentPerson({ ...ROW, quotaBytes: "7" }, 10)).toMatchObject({ quota: 7, quotaLimit: 7 });
});

test("a refused sign-in is distinguished from a successful one", () => {
  const at = new Date("2026-11-03T10:00:00Z");
  const signIns = ["auth.signed-in", "auth.sign-in-refused"].map((action) => ({ at, action, ip: "192.0.2.1" }));
  const details = presentDetails(presentPerson(ROW, 0), { usedBytes: 1, hasTwoFactor: true, workspaces: [], sessions: [], signIns });
  expect(details.signIns.map(({ isRefused }) => isRefused)).toEqual([false, true]);
});
