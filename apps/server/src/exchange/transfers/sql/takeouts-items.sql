-- Reads items for a takeout, in the order of their ids in the parameter.
-- $1 userId: the user, whose favorites are marked
-- $2 itemIds: the items
select i.id, i.folder_id, i.type, i.title, i.full_file_name, i.mime_type, i.created_at, i.trashed_at is not null as trashed, i.page_url,
  i.description, i.chapters, i.chapters_enabled,
  (
    select coalesce(json_agg(json_build_object('language', c.language, 'label', c.label) order by c.language), '[]')
    from captions c
    where c.item_id = i.id
  ) as captions,
  f.item_id is not null as favorite, b.storage_key, b.size_bytes, b.sha256, d.capture, d.markers is not null as has_markers,
  -- Its times are those of the unedited file, which a takeout of an edited video does not have.
  exists (select from pointer_tracks p where p.item_id = i.id)
    and not exists (select from video_versions v where v.item_id = i.id and v.kind = 'edit' and v.is_shown) as has_pointer,
  o.storage_key as original_key, o.mime_type as original_mime, o.size_bytes as original_size, o.sha256 as original_sha256
from unnest($2::uuid[]) with ordinality as wanted(id, position)
  join items i on i.id = wanted.id
  left join picture_details d on d.item_id = i.id
  left join blobs o on o.id = d.original_blob_id
  left join blobs b on b.id = i.blob_id
  left join favorites f on f.user_id = $1::uuid and f.item_id = i.id
order by wanted.position
