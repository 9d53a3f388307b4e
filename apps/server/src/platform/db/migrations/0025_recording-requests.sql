CREATE TABLE "recording_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"user_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"folder_id" uuid,
	"title" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"kinds" text[] NOT NULL,
	"max_items" integer,
	"max_seconds" integer,
	"expires_at" timestamp (3) with time zone,
	"password_hash" text,
	"closed_at" timestamp (3) with time zone,
	"openings" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "requested_items" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"sender_name" text NOT NULL,
	"sender_email" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "recording_requests" ADD CONSTRAINT "recording_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_requests" ADD CONSTRAINT "recording_requests_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requested_items" ADD CONSTRAINT "requested_items_request_id_recording_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."recording_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "recording_requests_slug" ON "recording_requests" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "recording_requests_user" ON "recording_requests" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "recording_requests_workspace" ON "recording_requests" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "requested_items_sent" ON "requested_items" USING btree ("request_id","sent_at" DESC NULLS FIRST,"item_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "requested_items_reserved" ON "requested_items" USING btree ("request_id") WHERE "requested_items"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "uploads_request" ON "uploads" USING btree ("request_id") WHERE "uploads"."request_id" is not null;