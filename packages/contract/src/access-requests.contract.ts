import { z } from "zod";
import { Id, IsoDate, Nothing, Person } from "./common.contract.ts";
import { canonicalId } from "./ids.ts";
import { defineRoute } from "./route.ts";

/** What a user may do with an item or folder, from the least to the most. */
export const ACCESS_LEVELS = ["view", "comment", "edit"] as const;
export const AccessLevel = z.enum(ACCESS_LEVELS);
export type AccessLevel = z.output<typeof AccessLevel>;

/** What access is requested to: an item, a folder, or what a link opens. The id of a link is its slug. */
const Requested = {
  type: z.enum(["item", "folder", "link"]),
  id: z
    .string()
    .regex(/^[\w-]{1,64}$/u)
    .overwrite(canonicalId),
};

/** The caller's access request. The same for what does not exist, so that it reveals nothing. */
export const OwnAccessRequest = z.object({
  /** Null when the caller has not requested access. */
  level: AccessLevel.nullable(),
  requestedAt: IsoDate.nullable(),
  /** Path of the page by which the caller can open it now; null while they cannot. */
  url: z.string().nullable(),
});

export const createAccessRequest = defineRoute({
  id: "accessRequests.create",
  method: "POST",
  path: "/access-requests",
  summary: "Ask for access to an item, a folder or what a link opens. The response is the same for what does not exist",
  auth: "user",
  body: z.object({ ...Requested, level: AccessLevel.default("view") }),
  response: OwnAccessRequest,
  success: 202,
});

export const getOwnAccessRequest = defineRoute({
  id: "accessRequests.getOwn",
  method: "GET",
  path: "/access-requests/own",
  summary: "The caller's access request for an item, a folder or a link, and the page that opens it for them now",
  auth: "user",
  query: z.object(Requested),
  response: OwnAccessRequest,
});

/** An access request that is not answered, for users who may share its item or folder. */
export const AccessRequest = z.object({
  id: Id,
  person: Person.extend({ email: z.string() }),
  level: AccessLevel,
  /** What the caller can give this person. */
  levels: z.array(AccessLevel),
  requestedAt: IsoDate,
});

/** A person who can open the link because they asked for access, whatever its settings. */
export const LinkGuest = z.object({ person: Person.extend({ email: z.string() }), level: AccessLevel.exclude(["edit"]), since: IsoDate });

const Shared = { type: z.enum(["item", "folder"]), id: Id };

export const listAccessRequests = defineRoute({
  id: "accessRequests.list",
  method: "GET",
  path: "/access-requests",
  summary: "Open access requests for an item or folder, oldest first, and the people who can open its link by name",
  auth: "user",
  query: z.object(Shared),
  response: z.object({
    /** Title of the item, or name of the folder. */
    title: z.string(),
    /** Path of its page. */
    url: z.string(),
    requests: z.array(AccessRequest),
    guests: z.array(LinkGuest),
  }),
});

export const answerAccessRequest = defineRoute({
  id: "accessRequests.answer",
  method: "PUT",
  path: "/access-requests/{requestId}",
  summary: "Give the person who asked access, or decline. Members get a permission; other people can open the link",
  auth: "user",
  params: z.object({ requestId: Id }),
  body: z.object({ answer: z.enum([...ACCESS_LEVELS, "decline"]) }),
  response: Nothing,
  errors: ["link-removed"],
});

export const removeLinkGuest = defineRoute({
  id: "accessRequests.removeGuest",
  method: "DELETE",
  path: "/access-requests/guests/{userId}",
  summary: "End the access that a person got to the link of an item or folder by an access request",
  auth: "user",
  params: z.object({ userId: Id }),
  query: z.object(Shared),
  response: Nothing,
});
