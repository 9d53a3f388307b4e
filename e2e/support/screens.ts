import { deleteShare, getShare } from "@stillreel/contract";
import { type Person, registerPerson, uploadPicture } from "./people.ts";

/** One screen of the product: how to get there, and what shows that it stands. */
export interface Screen {
  name: string;
  path: string;
  /** Who looks; nobody when absent. */
  person?: Person;
  /** Role and name of what must be on it. */
  landmark: { role: "heading" | "button" | "img" | "link"; name: string | RegExp };
  /** Paths that answer with an error status by right. */
  isDeadEnd?: boolean;
}

/** Builds the people and items that the screens need, and lists every screen of this slice. */
export async function listScreens(serverUrl: string): Promise<Screen[]> {
  const newcomer = await registerPerson(serverUrl, "Noor New");
  const owner = await registerPerson(serverUrl, "Olga Owner");
  const ids: string[] = [];
  for (const [index, title] of [
    "Quarterly totals",
    "Departure board, night mode",
    "Checkout, step three",
    "Pricing page before the change",
  ].entries()) {
    ids.push(await uploadPicture(owner, title, [40 + index * 45, 90, 160 - index * 30]));
  }
  const [itemId = ""] = ids;
  const share = await owner.client.call(getShare, { params: { workspaceId: "personal", itemId } });
  const gone = await owner.client.call(getShare, { params: { workspaceId: "personal", itemId: ids[1] ?? "" } });
  await owner.client.call(deleteShare, { params: { workspaceId: "personal", itemId: ids[1] ?? "" } });
  return [
    { name: "login", path: "/auth/login", landmark: { role: "button", name: "Sign in" } },
    { name: "register", path: "/auth/register", landmark: { role: "button", name: "Create account" } },
    { name: "forgot", path: "/auth/forgot", landmark: { role: "button", name: "Send reset link" } },
    { name: "reset-expired", path: "/auth/reset?code=used", landmark: { role: "heading", name: /expired|used/iu } },
    { name: "images-empty", path: "/images", person: newcomer, landmark: { role: "heading", name: "Take your first still" } },
    { name: "images", path: "/images", person: owner, landmark: { role: "link", name: "Quarterly totals" } },
    { name: "item", path: `/images/${itemId}`, person: owner, landmark: { role: "button", name: "Copy link" } },
    { name: "install", path: "/install", person: owner, landmark: { role: "heading", name: /Install the extension|Two clicks/u } },
    { name: "profile", path: "/profile", person: owner, landmark: { role: "heading", name: "Photo" } },
    { name: "preferences", path: "/preferences", person: owner, landmark: { role: "heading", name: "Settings" } },
    { name: "not-found", path: "/nowhere", person: owner, landmark: { role: "heading", name: "This link leads nowhere" }, isDeadEnd: true },
    {
      name: "no-access",
      path: `/images/${itemId}`,
      person: newcomer,
      landmark: { role: "heading", name: /no longer have access|leads nowhere/u },
      isDeadEnd: true,
    },
    { name: "public", path: `/s/${share.slug}`, landmark: { role: "img", name: "Quarterly totals" } },
    { name: "public-dead", path: `/s/${gone.slug}`, landmark: { role: "heading", name: "This link leads nowhere" }, isDeadEnd: true },
  ];
}
