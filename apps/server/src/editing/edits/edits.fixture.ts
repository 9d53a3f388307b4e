import { type ClientArgs, type ClientResult, copyItem, getEdits, getVideo, putEdits, type EditDocument } from "@stillreel/contract";
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
  /**
   * Returns the id of a new video that is processed. It is a copy of one video for each recipe, because processing an upload takes most of the time
   * of a test: its bytes also belong to that video, so they are not deleted with it.
   */
  film(recipe?: VideoRecipe): Promise<string>;
  get(itemId: string, user?: TestUser): Promise<Item>;
  /** Stores edits over the present draft. */
  save(
    itemId: string,
    change: Partial<EditDocument> | ((document: EditDocument) => Partial<EditDocument>),
    user?: TestUser,
  ): Promise<number>;
}

const DEFAULT_RECIPE: VideoRecipe = { seconds: 4, width: 64, height: 48, rate: 10, fastStart: true };

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
  const upload: Studio["upload"] = async (recipe = DEFAULT_RECIPE, user = owner, workspaceId = teamId) => {
    const form = multipart({ title: "Clip" }, { fileName: "clip.mp4", type: "video/mp4", bytes: await video(recipe) });
    const request = { method: "POST", url: `/api/v1/workspace/${workspaceId}/files/video`, payload: form.payload } as const;
    return expectData<Item>(await t.app.inject({ ...request, headers: { ...user.headers, ...form.headers } }), 201);
  };
  const originals = new Map<string, Promise<string>>();
  const processed = async (recipe: VideoRecipe): Promise<string> => {
    const { id } = await upload(recipe);
    await t.runJobs();
    return id;
  };
  return {
    t,
    owner,
    member,
    viewer,
    outsider,
    team,
    teamId,
    get,
    upload,
    async film(recipe = DEFAULT_RECIPE) {
      const key = JSON.stringify(recipe);
      const original = originals.get(key) ?? processed(recipe);
      originals.set(key, original);
      return (await t.call(copyItem, { params: { itemId: await original }, body: {} }, owner)).data().id;
    },
    async save(itemId, change, user = owner) {
      const { version, document } = (await t.call(getEdits, { params: { itemId } }, user)).data();
      const body = { version, document: { ...document, ...(typeof change === "function" ? change(document) : change) } };
      return (await t.call(putEdits, { params: { itemId }, body }, user)).data().version;
    },
  };
}
