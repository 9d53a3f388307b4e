-- contract: nothing is removed: audit has the same name and columns for the earlier release, its table becomes the first partition
LOCK TABLE "audit" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE "audit" RENAME TO "audit_first";
--> statement-breakpoint
ALTER INDEX "audit_pkey" RENAME TO "audit_first_pkey";
--> statement-breakpoint
ALTER INDEX "audit_user" RENAME TO "audit_first_user";
--> statement-breakpoint
ALTER INDEX "audit_workspace" RENAME TO "audit_first_workspace";
--> statement-breakpoint
ALTER INDEX "audit_newest" RENAME TO "audit_first_newest";
--> statement-breakpoint
ALTER INDEX "audit_action" RENAME TO "audit_first_action";
--> statement-breakpoint
ALTER INDEX "audit_user_action" RENAME TO "audit_first_user_action";
--> statement-breakpoint
ALTER INDEX "audit_workspace_action" RENAME TO "audit_first_workspace_action";
--> statement-breakpoint
ALTER INDEX "audit_user_workspace" RENAME TO "audit_first_user_workspace";
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"workspace_id" uuid,
	"action" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ip" text DEFAULT '' NOT NULL
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE INDEX "audit_user" ON "audit" USING btree ("user_id","at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "audit_workspace" ON "audit" USING btree ("workspace_id","at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "audit_newest" ON "audit" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action" text_pattern_ops,"at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "audit_user_action" ON "audit" USING btree ("user_id","action" text_pattern_ops,"at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "audit_workspace_action" ON "audit" USING btree ("workspace_id","action" text_pattern_ops,"at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "audit_user_workspace" ON "audit" USING btree ("user_id","workspace_id","action" text_pattern_ops,"at" DESC NULLS FIRST) WHERE "audit"."workspace_id" is not null;
--> statement-breakpoint
-- The first partition ends with the month of the newest row. Its indexes become those of the partitioned table; none is built again.
DO $$
DECLARE
	ends timestamptz;
BEGIN
	SELECT (date_trunc('month', greatest(max(at), now()) AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC' INTO ends FROM audit_first;
	EXECUTE format('ALTER TABLE audit ATTACH PARTITION audit_first FOR VALUES FROM (MINVALUE) TO (%L)', ends);
END $$;
--> statement-breakpoint
-- Rows of months without a partition, until one is added.
CREATE TABLE "audit_default" PARTITION OF "audit" DEFAULT;
--> statement-breakpoint
CREATE FUNCTION "month_partitions"("parent" regclass) RETURNS TABLE ("name" text, "ends" timestamptz) LANGUAGE sql STABLE AS $$
	-- Partitions of a table that is divided by time, with their ends, which they do not contain. That of the default partition is null.
	SELECT c.relname::text, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''\)')::timestamptz
	FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = parent
$$;
--> statement-breakpoint
CREATE FUNCTION "add_month_partition"("parent" regclass, "by" text, "until" timestamptz) RETURNS boolean LANGUAGE plpgsql
SET lock_timeout = '2s' SET timezone = 'UTC' AS $$
-- Adds the partition of the month after the last one, if it begins before a time, and moves its rows out of the default partition.
-- Returns whether it did. Statements of others wait for two seconds at most; then it fails and is repeated later.
DECLARE
	starts timestamptz;
	ends timestamptz;
	created text;
	rest text;
BEGIN
	SELECT max(p.ends) INTO starts FROM month_partitions(parent) p;
	SELECT p.name INTO rest FROM month_partitions(parent) p WHERE p.ends IS NULL;
	IF starts IS NULL THEN starts := date_trunc('month', until); END IF;
	IF starts >= until THEN RETURN false; END IF;
	ends := starts + interval '1 month';
	created := format('%s_%s', (SELECT relname FROM pg_class WHERE oid = parent), to_char(starts, 'YYYY_MM'));
	EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', rest);
	EXECUTE format('CREATE TABLE %I (LIKE %s INCLUDING ALL)', created, parent);
	EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= %L AND %I < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
		rest, by, starts, by, ends, created);
	EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, created, starts, ends);
	RETURN true;
END $$;
--> statement-breakpoint
CREATE FUNCTION "drop_month_partition"("parent" regclass, "before" timestamptz) RETURNS boolean LANGUAGE plpgsql
SET lock_timeout = '2s' SET timezone = 'UTC' AS $$
-- Drops the oldest partition, if it ends at a time or before. Returns whether it did.
DECLARE
	oldest text;
BEGIN
	SELECT p.name INTO oldest FROM month_partitions(parent) p WHERE p.ends <= before ORDER BY p.ends LIMIT 1;
	IF oldest IS NULL THEN RETURN false; END IF;
	EXECUTE format('DROP TABLE %I', oldest);
	RETURN true;
END $$;
