-- Finds the annotations, the capture record and the original of an image.
-- $1 itemId: the image
select d.markers, d.capture, b.storage_key, b.mime_type, b.size_bytes
from picture_details d
  left join blobs b on b.id = d.original_blob_id
where d.item_id = $1
