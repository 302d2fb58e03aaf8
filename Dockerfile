# Builds the server and the web app, then leaves everything that only the build needs behind.
FROM node:24.4.1-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24.4.1-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24.4.1-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
# What is written for who uses Nadi: the gateway serves it.
COPY docs/trending.md docs/recommendations.md docs/live-client.md docs/
USER node
VOLUME /data
EXPOSE 3000
CMD ["node", "dist/gateway/server.js"]
