#!/bin/sh
# Calls the agent of the README with curl alone: sh call.sh http://127.0.0.1:4100
set -eu
agent=${1:-http://127.0.0.1:4100}

# Sends data to the skill that takes the schema "fightComparison", and prints the answer.
# The parameter "schema" of the media type names the schema.
send() {
  id=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  curl --silent --show-error "$agent/a2a" \
    --header 'Content-Type: application/json' \
    --header 'A2A-Version: 1.0' \
    --data '{
      "jsonrpc": "2.0",
      "id": 1,
      "method": "SendMessage",
      "params": {
        "message": {
          "messageId": "'"$id"'",
          "role": "ROLE_USER",
          "parts": [{ "data": '"$1"', "mediaType": "application/json;schema=fightComparison" }]
        },
        "configuration": { "acceptedOutputModes": ["application/json"] }
      }
    }'
  echo
}

# Wrong data gets an answer that says how to repair it: "bb" has to be "b".
send '{ "a": "Lion", "bb": "Tiger" }'

# The repaired data gets a task with the result.
send '{ "a": "Lion", "b": "Tiger" }'
