CREATE TABLE "connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"state" text DEFAULT 'connected' NOT NULL,
	"account_id" text NOT NULL,
	"account_name" text NOT NULL,
	"account_email" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"scopes" text NOT NULL,
	"access_token" text NOT NULL,
	"refresh_token" text,
	"key_name" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"connected_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "connections_user_provider" ON "connections" USING btree ("user_id","provider");--> statement-breakpoint
CREATE INDEX "connections_key" ON "connections" USING btree ("key_name");