import * as cli from '@formwork/cli';
import * as client from '@formwork/client';
import * as conformance from '@formwork/conformance';
import * as console_ from '@formwork/console';
import * as forms from '@formwork/forms';
import * as mcp from '@formwork/mcp';
import * as model from '@formwork/model';
import * as network from '@formwork/network';
import * as react from '@formwork/react';
import * as registry from '@formwork/registry';
import * as postgresRegistry from '@formwork/registry/postgres';
import * as sqliteRegistry from '@formwork/registry/sqlite';
import * as s3 from '@formwork/s3';
import * as server from '@formwork/server';
import * as grpc from '@formwork/server/grpc';
import * as telemetry from '@formwork/telemetry';
import * as testing from '@formwork/testing';
import * as trust from '@formwork/trust';
import * as trustFiles from '@formwork/trust/files';
import * as typegen from '@formwork/typegen';
import * as watching from '@formwork/typegen/watch';
import { expect, test } from 'vitest';

// Every exported name is a promise to the users of the package.

test('@formwork/cli exports exactly this', () => {
  expect(Object.keys(cli).toSorted()).toMatchInlineSnapshot(`
    [
      "EXIT_CODES",
      "runCommandLine",
    ]
  `);
});

test('@formwork/client exports exactly this', () => {
  expect(Object.keys(client).toSorted()).toMatchInlineSnapshot(`
    [
      "AbortedError",
      "ConnectError",
      "DeadlineError",
      "InvalidInputError",
      "InvalidOutputError",
      "QuestionError",
      "RequestError",
      "SkillError",
      "TaskError",
      "connect",
      "createCardCache",
      "createExchangeRecorder",
      "toAgentSource",
    ]
  `);
});

test('@formwork/forms exports exactly this', () => {
  expect(Object.keys(forms).toSorted()).toMatchInlineSnapshot(`
    [
      "createFormsAdapter",
      "createFormsRouter",
      "createFormsServer",
    ]
  `);
});

test('@formwork/console exports exactly this', () => {
  expect(Object.keys(console_).toSorted()).toMatchInlineSnapshot(`
    [
      "createConsoleAdapter",
    ]
  `);
});

test('@formwork/mcp exports exactly this', () => {
  expect(Object.keys(mcp).toSorted()).toMatchInlineSnapshot(`
    [
      "BridgeError",
      "HOST_PROFILES",
      "LockError",
      "McpServerError",
      "acceptChanges",
      "checkHost",
      "compareBridgeLock",
      "createBridge",
      "createMcpAdapter",
      "createMcpAgent",
      "createMcpRouter",
      "findHost",
      "getCaller",
      "listUnknown",
      "parseBridgeLock",
      "readBridgeLock",
      "readHandleKey",
      "serveBridgeStdio",
      "toBridgeLock",
      "toMcpToolName",
      "writeBridgeLock",
    ]
  `);
});

test('@formwork/react exports exactly this', () => {
  expect(Object.keys(react).toSorted()).toMatchInlineSnapshot(`
    [
      "ARABIC",
      "ENGLISH",
      "GERMAN",
      "GatewayError",
      "ResultView",
      "SPANISH",
      "SkillForm",
      "TaskView",
      "createConversation",
      "createEntry",
      "createGatewaySource",
      "fromLocalClock",
      "fromLocalTime",
      "humanizeName",
      "isSensitive",
      "loadValidation",
      "parseJson",
      "readNumber",
      "reduceEntry",
      "restoreEntry",
      "toFormSchema",
      "toStoredEntry",
      "toVisibleText",
      "useAgent",
    ]
  `);
});

test('@formwork/model exports exactly this', () => {
  expect(Object.keys(model).toSorted()).toMatchInlineSnapshot(`
    [
      "ToolCallError",
      "createModelTools",
      "fromText",
      "hostModel",
      "toAnthropicTools",
      "toOpenAiChatTools",
      "toOpenAiResponsesTools",
      "toToolSet",
    ]
  `);
});

test('@formwork/network exports exactly this', () => {
  expect(Object.keys(network).toSorted()).toMatchInlineSnapshot(`
    [
      "AddressRefusedError",
      "admitPage",
      "createCheckedLookup",
      "createCheckedNetwork",
      "createLocalFetch",
      "createRequestGuard",
      "declareRoutes",
      "describeRefusal",
      "describeSender",
      "findSenderNetwork",
      "isAddressRefusal",
      "isLoopbackAddress",
      "isLoopbackHost",
      "isMetadataAddress",
      "isPublicAddress",
      "readBounded",
      "toLoggedPath",
      "toRequestHead",
    ]
  `);
});

test('@formwork/registry exports exactly this', () => {
  expect(Object.keys(registry).toSorted()).toMatchInlineSnapshot(`
    [
      "AgentRefusedError",
      "AgentUnknownError",
      "CursorInvalidError",
      "NotOwnerError",
      "RegistryAnswerError",
      "RegistryBusyError",
      "RegistryFullError",
      "RegistryStorageError",
      "createMemoryRegistryStore",
      "createRegistry",
      "createRegistryAgent",
      "createRegistryClient",
    ]
  `);
  expect(Object.keys(sqliteRegistry)).toEqual(['createSqliteRegistryStore']);
  expect(Object.keys(postgresRegistry)).toEqual(['createPostgresRegistryStore']);
});

test('@formwork/s3 exports exactly this', () => {
  expect(Object.keys(s3).toSorted()).toEqual(['S3Error', 'createS3BlobStore']);
});

test('@formwork/server exports exactly this', () => {
  expect(Object.keys(server).toSorted()).toMatchInlineSnapshot(`
    [
      "ListenError",
      "UnauthenticatedError",
      "combineAuthentications",
      "createAgentHandler",
      "createAgentRouter",
      "createApiKeyAuthentication",
      "createBearerAuthentication",
      "createCertificateAuthentication",
      "createJwtAuthentication",
      "createOAuthAuthentication",
      "createOpenIdAuthentication",
      "createServer",
      "refuseUnreadVariables",
    ]
  `);
});

test('@formwork/telemetry exports exactly this', () => {
  expect(Object.keys(telemetry).toSorted()).toMatchInlineSnapshot(`
    [
      "METRICS",
      "SPANS",
      "createMemoryMetrics",
      "openTelemetry",
    ]
  `);
});

test('@formwork/conformance exports exactly this', () => {
  expect(Object.keys(conformance).toSorted()).toMatchInlineSnapshot(`
    [
      "CONFORMANCE_RULES",
      "ConformanceError",
      "checkConformance",
      "describeFault",
      "toJUnit",
    ]
  `);
});

test('@formwork/testing exports exactly this', () => {
  expect(Object.keys(testing).toSorted()).toMatchInlineSnapshot(`
    [
      "FaultMissedError",
      "MessageRefusedError",
      "RecordingError",
      "RequestNotRecordedError",
      "ScriptError",
      "SkillCheckError",
      "TaskStateError",
      "answerAs",
      "checkSkill",
      "createRecording",
      "createTestAgent",
      "createTestClock",
    ]
  `);
});

test('@formwork/server/grpc exports exactly this', () => {
  expect(Object.keys(grpc).toSorted()).toMatchInlineSnapshot(`
    [
      "createGrpcDoor",
    ]
  `);
});

test('@formwork/typegen exports exactly this', () => {
  expect(Object.keys(typegen).toSorted()).toMatchInlineSnapshot(`
    [
      "LOCAL_LIMITS",
      "REMOTE_LIMITS",
      "TypegenError",
      "TypegenFileError",
      "TypegenLimitError",
      "TypegenOutputError",
      "TypegenSourceError",
      "checkTypes",
      "fetchAgentCard",
      "fromAgent",
      "fromAgentCard",
      "fromDocument",
      "fromSchemas",
      "generateTypes",
      "readAgentModule",
      "readSchemaFolder",
      "readTypeSource",
      "watchTypes",
      "writeTypes",
    ]
  `);
});

test('@formwork/typegen/watch exports exactly this', () => {
  expect(Object.keys(watching)).toMatchInlineSnapshot(`
    [
      "watchFolder",
    ]
  `);
});

test('@formwork/trust exports exactly this', () => {
  expect(Object.keys(trust).toSorted()).toMatchInlineSnapshot(`
    [
      "CardTrustError",
      "checkSigningKeys",
      "createCardSigner",
      "createMemoryPins",
      "createSigningKey",
      "describeSignature",
      "verifyCard",
    ]
  `);
  expect(Object.keys(trustFiles).toSorted()).toMatchInlineSnapshot(`
    [
      "createFilePins",
      "readKeyFile",
      "readPrivateFile",
      "withFileLock",
      "writeKeyFile",
      "writePrivateFile",
    ]
  `);
});
