// Where each table is when PostgreSQL runs on several machines. A new table fails the test until it is listed.

const WORKSPACE = "workspace_id";

/** Rows are on the machine of their workspace, by this column. */
export const DISTRIBUTED = {
  workspaces: "id",
  ...Object.fromEntries(
    `audit blobs board_elements board_images board_updates board_versions boards captions comment_mentions comment_reactions comments
    deleted_folder_items deleted_folders edit_files favorite_folders favorites folders grants imports invited_people invites item_counts items
    likes link_guests members picture_details pointer_tracks recording_requests renditions request_pictures requested_items retention_warnings
    search_changes search_entries search_words share_links space_counts space_usage star_counts team_members teams transcript_passages transcripts uploads
    video_edits video_exports video_renders video_versions views webhook_deliveries webhooks zips`
      .split(/\s+/u)
      .map((name) => [name, WORKSPACE]),
  ),
};

/** Every machine has all rows: few or rarely changed ones, which statements of every workspace join. */
export const REFERENCE = { users: "names and avatars are joined by lists of every workspace" };

/** Only the first machine has the rows. */
export const LOCAL = {
  access_requests: "of a person, whatever object they named",
  access_tokens: "of a person, found by the hash of the token",
  connections: "of a person",
  digests: "of a person",
  identities: "of a person, found by the issuer's subject",
  installation: "one row",
  link_reports: "of the administration, few rows",
  mail_stops: "found by an address",
  notifications: "of a person, listed for all workspaces together",
  outbox: "of the installation, deleted when mail was sent long ago",
  passkeys: "of a person",
  processes: "one row per process",
  rate_limits: "found by a key, belongs into memory",
  recent_items: "of a person, listed for all workspaces together",
  recovery_codes: "of a person",
  reported_links: "of the administration, few rows",
  save_files: "of a person, deleted after a week",
  saves: "of a person, deleted after a week",
  search_engine: "one row",
  sessions: "of a person, found by the hash of the token",
  settings: "few rows",
  sign_in_devices: "of a person",
  staged_pieces: "deleted when the upload ends",
  staged_uploads: "deleted when the upload ends",
  storage_totals: "few rows",
  takeouts: "of a person, deleted after a week",
  tokens: "found by a hash",
  two_factors: "of a person",
  worker_beats: "one row per worker",
};
