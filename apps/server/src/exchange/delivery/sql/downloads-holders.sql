-- Lists what refers to an object of the store: items that show it or a rendition of it, items whose original, version or asset it is,
-- exports of videos, whiteboards with the image, and takeouts.
-- $1 storageKey: the key of the object
with found as (select id from blobs where storage_key = $1)
select 'shown' as kind, i.id from found f join items i on i.blob_id = f.id
union
select 'shown', r.item_id from found f join renditions r on r.blob_id = f.id
union
select 'original', d.item_id from found f join picture_details d on d.original_blob_id = f.id
union
select 'original', e.item_id from found f join edit_files e on e.blob_id = f.id
union
select 'shown', x.item_id from found f join video_exports x on x.blob_id = f.id
union
-- A frame of a video on a whiteboard belongs to the video, whose id is in the id of the frame (`frame_VIDEO_VERSION_HASH`). One of a version
-- that the video does not show is like the original: it may have what was cut or covered.
select case when b.file_id not like 'frame\_%' then 'shown' when split_part(b.file_id, '_', 3) <> coalesce((
    select right(v.id::text, 8) from video_versions v
    where v.item_id = substring(b.file_id from 7 for 36)::uuid and v.is_shown and v.kind = 'edit'
  ), 'original') then 'original' else 'shown' end,
  case when b.file_id like 'frame\_%' then substring(b.file_id from 7 for 36)::uuid else b.board_id end
from found f join board_images b on b.blob_id = f.id
union
select 'takeout', t.user_id from found f join takeouts t on t.blob_id = f.id
