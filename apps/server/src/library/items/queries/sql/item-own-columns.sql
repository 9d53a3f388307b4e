-- Columns of an item row that are stored in the row itself.
-- Values that most items share are read as null, so that neither server nor driver handles them; `itemRows` restores them.
i.id, i.workspace_id, i.folder_id, i.type, i.owner_id, i.title, i.full_file_name, i.ref_name, i.mime_type, i.size_bytes,
  i.width, i.height, i.duration_ms, i.placeholder, i.trashed_at, i.trashed_from, i.created_at, i.failure, i.page_url, i.progress, i.updating,
  i.thumbnail_small_key as small_key, i.thumbnail_large_key as large_key, i.poster_key, i.playback_key, i.playback_mime_type,
  i.storyboard_key, i.storyboard,
  nullif(i.stage, 'ready') as stage,
  nullif(i.updated_at, i.created_at) as updated_at,
  nullif(i.description, '') as description,
  nullif(i.chapters, '[]') as chapters,
  nullif(i.chapters_enabled, false) as chapters_enabled,
  nullif(i.picture_version, 1) as picture_version,
  nullif(i.annotated, false) as annotated,
  nullif(i.live, false) as live,
  nullif(i.comment_count, 0) as comment_count,
  nullif(i.view_count, 0) as view_count,
  nullif(i.unique_view_count, 0) as unique_view_count,
  nullif(i.like_count, 0) as like_count
