-- Does the same as items-file.sql for an image with annotations, a capture record or an original.
-- $1 itemId: $1 to $23 are the parameters of items-file.sql
-- $2 workspaceId
-- $3 folderId
-- $4 ownerId
-- $5 title
-- $6 fullFileName
-- $7 refName
-- $8 blobId
-- $9 mimeType
-- $10 sizeBytes
-- $11 width
-- $12 height
-- $13 createdAt
-- $14 storageKey
-- $15 sha256
-- $16 payload
-- $17 type
-- $18 durationMs
-- $19 videoFacts
-- $20 pageUrl
-- $21 words
-- $22 job
-- $23 attempts
-- $24 annotations: as JSON, or null
-- $25 capture: capture record as JSON, or null
-- $26 originalId: id of the bytes of the original, or null
-- $27 originalKey: their key in the store
-- $28 originalSha256: their hash
-- $29 originalSizeBytes: their size
-- $30 originalMimeType: their media type
with {filing},
  original as (
    insert into blobs (id, storage_key, sha256, size_bytes, mime_type)
    select $26::uuid, $27, $28::bytea, $29::bigint, $30
    from filed
    where $26::uuid is not null
  ),
  details as (
    insert into picture_details (item_id, original_blob_id, markers, capture)
    select id, $26::uuid, $24::jsonb, $25::jsonb
    from filed
  )
{filed}
