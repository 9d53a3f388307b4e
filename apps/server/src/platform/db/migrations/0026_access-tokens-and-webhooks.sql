CREATE TABLE "access_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"scope" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_tokens_hash" ON "access_tokens" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "access_tokens_user" ON "access_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
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
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" text NOT NULL,
	"key_name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"disabled_reason" text,
	"failing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_id","next_at") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log" ON "webhook_deliveries" USING btree ("webhook_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_user" ON "webhooks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhooks_workspace" ON "webhooks" USING btree ("workspace_id") WHERE "webhooks"."enabled";--> statement-breakpoint
CREATE INDEX "webhooks_key" ON "webhooks" USING btree ("key_name");--> statement-breakpoint
CREATE FUNCTION "add_webhook_deliveries"(space uuid, happened text, item uuid, facts jsonb) RETURNS void LANGUAGE sql AS $$
	-- Adds the deliveries of one event, in the transaction of the change that causes it.
	INSERT INTO webhook_deliveries (id, webhook_id, message_id, event, item_id, details)
	SELECT gen_random_uuid(), w.id, gen_random_uuid(), happened, item, facts
	FROM webhooks w WHERE w.workspace_id = space AND w.enabled AND happened = ANY(w.events)
$$;
--> statement-breakpoint
CREATE FUNCTION "send_item_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM add_webhook_deliveries(NEW.workspace_id, 'item.created', NEW.id, '{}');
		IF NEW.stage = 'ready' THEN PERFORM add_webhook_deliveries(NEW.workspace_id, 'item.ready', NEW.id, '{}'); END IF;
	ELSE
		IF NEW.stage = 'ready' AND OLD.stage <> 'ready' THEN PERFORM add_webhook_deliveries(NEW.workspace_id, 'item.ready', NEW.id, '{}'); END IF;
		IF NEW.shared AND NOT OLD.shared THEN PERFORM add_webhook_deliveries(NEW.workspace_id, 'item.shared', NEW.id, '{}'); END IF;
		IF NEW.trashed_at IS NOT NULL AND OLD.trashed_at IS NULL THEN PERFORM add_webhook_deliveries(NEW.workspace_id, 'item.deleted', NEW.id, '{}'); END IF;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "items_created_webhooks" AFTER INSERT ON "items" FOR EACH ROW EXECUTE FUNCTION "send_item_events"();
--> statement-breakpoint
CREATE TRIGGER "items_changed_webhooks" AFTER UPDATE ON "items" FOR EACH ROW
	WHEN ((NEW.stage = 'ready' AND OLD.stage <> 'ready') OR (NEW.shared AND NOT OLD.shared) OR (NEW.trashed_at IS NOT NULL AND OLD.trashed_at IS NULL))
	EXECUTE FUNCTION "send_item_events"();
--> statement-breakpoint
CREATE FUNCTION "send_comment_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM add_webhook_deliveries(NEW.workspace_id, 'item.commented', NEW.item_id, jsonb_build_object('commentId', NEW.id));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "comments_created_webhooks" AFTER INSERT ON "comments" FOR EACH ROW EXECUTE FUNCTION "send_comment_events"();
