-- Finds an access token that has not expired, of an active account, with what every request needs of its user.
-- $1 hash: the hash of the token
-- $2 now: the time
select t.id, t.user_id as "userId", t.scope, t.last_used_at as "lastUsedAt", u.role, u.quota_bytes as "quotaBytes",
  w.id as "personalWorkspaceId"
from access_tokens t
  join users u on u.id = t.user_id
  join workspaces w on w.personal_owner_id = t.user_id
where t.hash = $1 and (t.expires_at is null or t.expires_at > $2) and u.suspended_at is null
