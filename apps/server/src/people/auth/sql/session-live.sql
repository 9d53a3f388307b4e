-- Finds a session that has not expired, of an active account, with what every request needs of its user. Runs for every request of the API.
-- Variants: the column of the key.
-- $1 key: id of the session, or the hash of its token
-- $2 now: the time
select s.id, s.user_id as "userId", u.role, u.quota_bytes as "quotaBytes", w.id as "personalWorkspaceId", s.remember,
  s.authenticated_at as "authenticatedAt", s.last_seen_at as "lastSeenAt"
from sessions s
  join users u on u.id = s.user_id
  join workspaces w on w.personal_owner_id = s.user_id
where s.{key} = $1 and s.expires_at > $2 and u.suspended_at is null
