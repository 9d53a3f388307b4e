import { type ClientArgs, type ClientResult, getEdits, getVideo, putEdits, type EditDocument } from "@stillreel/contract";
import { createTeam, expectData, multipart, type TestApp, type TestTeam, type TestUser, video, type VideoRecipe } from "@stillreel/testing";

export type Item = ClientResult<typeof getVideo>;
export type GivenDocument = ClientArgs<typeof putEdits>["body"]["document"];

/** A team with a video of its owner, and its members. */
export interface Studio {
  t: TestApp;
  owner: TestUser;
  member: TestUser;
  viewer: TestUser;
  outsider: TestUser;
  team: TestTeam;
  teamId: string;
  upload(recipe?: VideoRecipe, user?: TestUser, workspaceId?: string): Promise<Item>;
  get(itemId: string, user?: TestUser): Promise<Item>;
  /** Stores edits over the present draft. */
  save(
    itemId: string,
    change: Partial<EditDocument> | ((document: EditDocument) => Partial<EditDocument>),
    user?: TestUser,
  ): Promise<number>;
}

/** Creates a team for tests of edits. */
export async function createStudio(t: TestApp): Promise<Studio> {
  // The first account is the administrator.
  await t.user();
  const [owner, member, viewer, outsider] = [await t.user(), await t.user(), await t.user(), await t.user()];
  const team = await createTeam(t, [
    [owner, "owner"],
    [member, "member"],
    [viewer, "viewer"],
  ]);
  const teamId = team.id;
  const get = async (itemId: string, user = owner): Promise<Item> =>
    (await t.call(getVideo, { params: { workspaceId: teamId, itemId } }, user)).data();
  return {
    t,
    owner,
    member,
    viewer,
    outsider,
    team,
    teamId,
    get,
    async upload(recipe = { seconds: 4, width: 64, height: 48, rate: 10, fastStart: true }, user = owner, workspaceId = teamId) {
      const form = multipart({ title: "Clip" }, { fileName: "clip.mp4", type: "video/mp4", bytes: await video(recipe) });
      const request = { method: "POST", url: `/api/v1/workspace/${workspaceId}/files/video`, payload: form.payload } as const;
      return expectData<Item>(await t.app.inject({ ...request, headers: { ...user.headers, ...form.headers } }), 201);
    },
    async save(itemId, change, user = owner) {
      const { version, document } = (await t.call(getEdits, { params: { itemId } }, user)).data();
      const body = { version, document: { ...document, ...(typeof change === "function" ? change(document) : change) } };
      return (await t.call(putEdits, { params: { itemId }, body }, user)).data().version;
    },
  };
}
