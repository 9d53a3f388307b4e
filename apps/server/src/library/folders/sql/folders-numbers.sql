-- Reads the differences that sum up to the numbers of items of a workspace's folders, as one text of ids with numbers, and the user's
-- favorite folders and those with a link. The server adds the numbers up: for thousands of folders the database takes twice as long.
-- $1 userId: the user
-- $2 workspaceId: the workspace
select
  (select string_agg(container_id::text || images + videos, ',') from item_counts where workspace_id = $2) as items,
  (select json_agg(folder_id) from favorite_folders where user_id = $1 and workspace_id = $2) as starred,
  (select json_agg(folder_id) from share_links where workspace_id = $2 and folder_id is not null and revoked_at is null) as linked
