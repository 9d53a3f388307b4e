# Build: dependencies from the lock file, all three parts, then only what runs.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/server/package.json apps/server/
COPY apps/portal/package.json apps/portal/
COPY apps/extension/package.json apps/extension/
COPY packages/client/package.json packages/client/
COPY packages/contract/package.json packages/contract/
COPY packages/i18n/package.json packages/i18n/
COPY packages/paging/package.json packages/paging/
COPY packages/ui/package.json packages/ui/
COPY packages/editor/package.json packages/editor/
COPY packages/recorder/package.json packages/recorder/
COPY packages/watch/package.json packages/watch/
COPY apps/public-page/package.json apps/public-page/
COPY testing/package.json testing/
# Not `npm ci`: see tools/runtime.mjs.
RUN SKIP_FFMPEG=true npm install --no-save
COPY . .
# The ffmpeg program below does what node-av would do.
RUN npm run build -- --force \
 && npm prune --omit=dev \
 && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/node-av node_modules/@seydx \
 && mkdir -p apps/server/node_modules

FROM node:24-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap ffmpeg tini \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o node -g node -m 0700 /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/packages ./packages
COPY --from=build /app/apps/server/package.json ./apps/server/
COPY --from=build /app/apps/server/dist ./apps/server/dist
COPY --from=build /app/apps/server/node_modules ./apps/server/node_modules
COPY --from=build /app/apps/portal/dist ./apps/portal/dist
COPY --from=build /app/apps/public-page/dist ./apps/public-page/dist
COPY --from=build /app/apps/extension/.output ./apps/extension/.output
ENV NODE_ENV=production UV_THREADPOOL_SIZE=8 HOST=0.0.0.0 PORT=8700 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 8700
# The start includes creating the embedded database the first time.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--"]
CMD ["node", "--external-memory-accounted-in-global-limit", "--initial-old-space-size=128", "--max-semi-space-size=16", "apps/server/dist/main.js"]
