import type { Answers, Question } from "./fake-server.ts";

/** Returns a picture for page tests: owned by the user, in folder `sub`. */
export const samplePicture = (id: string, more: object = {}): Record<string, unknown> => ({
  id,
  type: "image",
  title: `Picture ${id}`,
  fullFileName: `${id}.png`,
  parentId: "sub",
  stage: "ready",
  trash: false,
  purgeAt: null,
  favorite: false,
  createdAt: "2026-09-18T10:00:00.000Z",
  updatedAt: "2026-09-18T10:00:00.000Z",
  owner: { id: "m", displayName: "Mira", photoURL: null },
  mimeType: "image/png",
  size: 1000,
  width: 100,
  height: 50,
  duration: null,
  sourceUrl: "/media/x",
  posterUrl: null,
  placeholder: null,
  shareUrl: null,
  pageUrl: "https://lumen.example/pay?step=3",
  failure: null,
  description: "",
  comments: 0,
  permission: { read: true, write: true },
  ...more,
});

/** Returns the default responses besides the picture; the user is Mira. */
export const answersAround = (more: Answers = {}): Answers => ({
  "accessRequests.list": { title: "", url: "", requests: [], guests: [] },
  "comments.list": { items: [], nextCursor: null },
  "auth.getUserData": { id: "m", displayName: "Mira", photoURL: null },
  "folders.list": { items: [], nextCursor: null },
  "auth.getPreferences": { downloadFormat: "pdf" },
  "integrations.list": [],
  "notifications.list": { items: [], nextCursor: null, unread: 0 },
  ...more,
});

/** Returns the id of the requested item. */
export const askedId = ({ params }: Question): string => (params as { itemId: string }).itemId;
