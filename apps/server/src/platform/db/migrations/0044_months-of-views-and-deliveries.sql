-- contract: nothing is removed: views and webhook_deliveries have the same names and columns for the earlier release, their tables become the first partitions
-- All locks before any change. An attempt releases them after a short time, so that requests which lock in another order continue.
DO $$
BEGIN
	LOOP
		BEGIN
			SET LOCAL lock_timeout = '300ms';
			LOCK TABLE "items", "webhooks" IN SHARE ROW EXCLUSIVE MODE;
			LOCK TABLE "views", "webhook_deliveries" IN ACCESS EXCLUSIVE MODE;
			EXIT;
		EXCEPTION WHEN lock_not_available THEN
			PERFORM pg_sleep(0.1);
		END;
	END LOOP;
	SET LOCAL lock_timeout TO DEFAULT;
END $$;
--> statement-breakpoint
ALTER TABLE "views" RENAME TO "views_first";
--> statement-breakpoint
ALTER INDEX "views_pkey" RENAME TO "views_first_pkey";
--> statement-breakpoint
ALTER INDEX "views_visitor" RENAME TO "views_first_visitor";
--> statement-breakpoint
ALTER INDEX "views_counted" RENAME TO "views_first_counted";
--> statement-breakpoint
ALTER INDEX "views_uncounted" RENAME TO "views_first_uncounted";
--> statement-breakpoint
CREATE TABLE "views" (
	"id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"visitor" "bytea" NOT NULL,
	"source" text NOT NULL,
	"seconds" double precision DEFAULT 0 NOT NULL,
	"coverage" "bytea",
	"counted" boolean DEFAULT false NOT NULL,
	"is_first" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"source_coverage" "bytea"
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "views_visitor" ON "views" USING btree ("item_id","visitor","updated_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "views_counted" ON "views" USING btree ("item_id","created_at") WHERE "views"."counted";
--> statement-breakpoint
CREATE INDEX "views_uncounted" ON "views" USING btree ("updated_at") WHERE not "views"."counted";
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" RENAME TO "webhook_deliveries_first";
--> statement-breakpoint
ALTER INDEX "webhook_deliveries_pkey" RENAME TO "webhook_deliveries_first_pkey";
--> statement-breakpoint
ALTER INDEX "webhook_deliveries_due" RENAME TO "webhook_deliveries_first_due";
--> statement-breakpoint
ALTER INDEX "webhook_deliveries_log" RENAME TO "webhook_deliveries_first_log";
--> statement-breakpoint
ALTER INDEX "webhook_deliveries_age" RENAME TO "webhook_deliveries_first_age";
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"event" text NOT NULL,
	"item_id" uuid,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempts_max" integer DEFAULT 8 NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"body" text,
	"attempted_at" timestamp (3) with time zone,
	"duration_ms" integer,
	"failure" text,
	"response_status" integer,
	"response_body" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_id","next_at") WHERE "webhook_deliveries"."state" = 'pending';
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log" ON "webhook_deliveries" USING btree ("webhook_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("created_at");
--> statement-breakpoint
-- The first partitions end with the month of their newest row. Their indexes become those of the partitioned tables; none is built again.
-- Indexes of each partition that are not of the whole table, which are the primary keys, are those of the default partition.
DO $$
DECLARE
	divided text;
	ends timestamptz;
BEGIN
	FOREACH divided IN ARRAY ARRAY['views', 'webhook_deliveries'] LOOP
		EXECUTE format($f$SELECT (date_trunc('month', greatest(max(created_at), now()) AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC' FROM %I$f$,
			divided || '_first') INTO ends;
		EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', divided, divided || '_first', ends);
		EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', divided || '_default', divided);
		EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (id)', divided || '_default');
	END LOOP;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "add_month_partition"("parent" regclass, "by" text, "until" timestamptz) RETURNS boolean LANGUAGE plpgsql
SET lock_timeout = '500ms' SET timezone = 'UTC' AS $$
-- Adds the partition of the month after the last one, if it begins before a time, and moves its rows out of the default partition, whose indexes
-- it gets. Returns whether it did. Statements of others wait for half a second at most, which is less than the database waits before it searches
-- for deadlocks, so none of them is ended; then it fails and is repeated later.
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
	EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', created, rest);
	EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= %L AND %I < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
		rest, by, starts, by, ends, created);
	EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, created, starts, ends);
	RETURN true;
END $$;
--> statement-breakpoint
ALTER FUNCTION "drop_month_partition"(regclass, timestamptz) SET lock_timeout = '500ms';
