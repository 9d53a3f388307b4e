-- Finds a share link that is not revoked with its item, unless its workspace is deleted. Runs for every visit of a public page.
-- For the link of a folder, the item is the given one, if it is inside the folder and its own link is for everyone, too.
-- "page_url" and "capture" are null unless visitors may see them.
-- $1 slug: the slug of the link
-- $2 itemId: an item inside a shared folder; not used for the link of an item
select l.slug, l.visibility, l.password_hash, l.expires_at, l.taken_down_at, l.max_views, l.openings, l.created_at as link_created_at,
  l.allow_comments, l.allow_download, l.show_capture,
  i.id as item_id, i.workspace_id, i.owner_id, i.type, i.title, i.full_file_name, i.stage, i.mime_type, i.size_bytes, i.width, i.height,
  i.duration_ms, i.placeholder, i.trashed_at is not null as trashed, i.created_at,
  u.display_name as owner_name, u.avatar_blob_id as owner_avatar, b.storage_key,
  i.thumbnail_small_key as small_key, i.thumbnail_large_key as large_key, i.preview_key, i.poster_key, i.playback_key, i.playback_mime_type,
  i.recording_facts is not null as has_parts, i.description, i.storyboard_key, i.storyboard, i.live, i.progress,
  i.like_count, i.view_count, i.comment_count, i.chapters, i.chapters_enabled,
  case when l.show_capture then i.page_url end as page_url,
  case when l.show_capture then (select d.capture from picture_details d where d.item_id = i.id) end as capture,
  l.folder_id as link_folder_id, case when l.folder_id is null then i.owner_id else l.created_by end as host_id,
  case when l.folder_id is not null then f.path || f.id end as folder_chain,
  case when l.folder_id is not null then f.name end as folder_name, w.kind as space_kind, w.rights_version
from share_links l
  join items i on i.id = case when l.folder_id is null then l.item_id else $2::uuid end
  join workspaces w on w.id = i.workspace_id and w.deleted_at is null
  left join folders f on f.id = i.folder_id
  left join users u on u.id = i.owner_id
  left join blobs b on b.id = i.blob_id
where l.slug = $1 and l.revoked_at is null
  and (
    l.folder_id is null
    or i.workspace_id = l.workspace_id and l.folder_id = any(f.path || f.id) and {shownByFolder}
  )
