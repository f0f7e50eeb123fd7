extension OpenAPI {
    /// The document's text. Tests hold it against the routes, the decoders' fields and the statuses.
    static let text = #"""
        {
         "openapi": "3.1.0",
         "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
         "info": {
          "title": "activity-relay",
          "version": "0.1.0",
          "summary": "A push relay for Live Activities",
          "description": "Backends tell what happened; the relay decides what a card shows and pushes it. \#
        Instants are Unix seconds; in requests an RFC 3339 text is taken too. Errors are \#
        application/problem+json (RFC 9457). A body is one RFC 8259 text in UTF-8, at most 32 deep; a field that \#
        is not known, or comes twice, is an error that names it, and so is a parameter of a query. maxLength counts code \#
        points, as JSON Schema does; the relay counts characters as a person does (grapheme clusters), and no text is over \#
        4 KiB of UTF-8, so a text that is longer by code points alone is taken too. Every GET answers HEAD, and OPTIONS gives \#
        Allow; other methods answer 405 with Allow."
         },
         "servers": [{"url": "/"}],
         "tags": [
          {"name": "events", "description": "What happened."},
          {"name": "activities", "description": "What is shown, and why."},
          {"name": "streams", "description": "What changes, as it changes."},
          {"name": "registrations", "description": "Where it is pushed."},
          {"name": "access", "description": "Who may do what."},
          {"name": "operation", "description": "How the relay is."}
         ],
         "paths": {
          "/v1/events": {
           "post": {
            "tags": ["events"],
            "operationId": "postEvents",
            "summary": "Tell what happened",
            "description": "One event, an array of them, NDJSON with one to a line, or CloudEvents; up to 1,000 \#
        events and 1 MiB. Answered when it is durable. Of several events the good ones are applied whatever the \#
        bad ones are.",
            "security": [{"bearer": ["events"]}, {"webhookId": [], "webhookTimestamp": [], "webhookSignature": []}],
            "parameters": [
             {"$ref": "#/components/parameters/IdempotencyKey"},
             {"$ref": "#/components/parameters/TraceParent"},
             {"$ref": "#/components/parameters/TraceState"}
            ],
            "requestBody": {
             "required": true,
             "content": {
              "application/json": {
               "schema": {
                "anyOf": [
                 {"$ref": "#/components/schemas/Event"},
                 {"type": "array", "minItems": 1, "maxItems": 1000, "items": {"$ref": "#/components/schemas/Event"}}
                ]
               }
              },
              "application/x-ndjson": {
               "schema": {
                "type": "array",
                "minItems": 1,
                "maxItems": 1000,
                "items": {"$ref": "#/components/schemas/Event"},
                "description": "One event to a line; blank lines are skipped."
               }
              },
              "application/cloudevents+json": {"schema": {"$ref": "#/components/schemas/CloudEvent"}},
              "application/cloudevents-batch+json": {
               "schema": {
                "type": "array",
                "minItems": 1,
                "maxItems": 1000,
                "items": {"$ref": "#/components/schemas/CloudEvent"}
               }
              }
             }
            },
            "responses": {
             "200": {
              "description": "One event that was a duplicate or is ignored; or the results of several.",
              "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
              "content": {
               "application/json": {
                "schema": {"anyOf": [{"$ref": "#/components/schemas/Answer"}, {"$ref": \#
        "#/components/schemas/Results"}]}
               }
              }
             },
             "202": {
              "description": "One event was accepted.",
              "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Answer"}}}
             },
             "400": {"$ref": "#/components/responses/BadRequest"},
             "401": {"$ref": "#/components/responses/NoCredentials"},
             "403": {"$ref": "#/components/responses/Forbidden"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "409": {"$ref": "#/components/responses/Foreign"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "415": {"$ref": "#/components/responses/BadMedia"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "429": {"$ref": "#/components/responses/Wait"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {"$ref": "#/components/responses/Unavailable"},
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           }
          },
          "/v1/activities": {
           "get": {
            "tags": ["activities"],
            "operationId": "listActivities",
            "summary": "List activities",
            "description": "Newest startedAt first; as JSON, or as text with a line to each. A subscriber's token \#
        lists that subscriber's, and must name it.",
            "security": [{"bearer": ["read"]}, {"subscriber": []}],
            "parameters": [
             {"$ref": "#/components/parameters/Subscriber"},
             {
              "name": "phase",
              "in": "query",
              "description": "Only those in this phase.",
              "schema": {"$ref": "#/components/schemas/Phase"}
             },
             {
              "name": "limit",
              "in": "query",
              "description": "How many at most.",
              "schema": {"type": "integer", "minimum": 1, "maximum": 500, "default": 50}
             },
             {"$ref": "#/components/parameters/Cursor"},
             {"$ref": "#/components/parameters/Format"}
            ],
            "responses": {
             "200": {
              "description": "A page of activities.",
              "headers": {
               "X-Request-Id": {"$ref": "#/components/headers/RequestId"},
               "Vary": {"$ref": "#/components/headers/Vary"}
              },
              "content": {
               "application/json": {"schema": {"$ref": "#/components/schemas/Activities"}},
               "text/plain; charset=utf-8": {"schema": {"type": "string"}}
              }
             },
             "400": {"$ref": "#/components/responses/BadRequest"},
             "401": {"$ref": "#/components/responses/NoCredentials"},
             "403": {"$ref": "#/components/responses/Forbidden"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "429": {"$ref": "#/components/responses/Wait"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {"$ref": "#/components/responses/Unavailable"},
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           }
          },
          "/v1/activities/{conversionId}": {
           "parameters": [{"$ref": "#/components/parameters/ConversionIdPath"}],
           "get": {
            "tags": ["activities"],
            "operationId": "getActivity",
            "summary": "Look at one activity",
            "description": "What is shown, why, where it was pushed and what happens next; as JSON, or as text for \#
        people.",
            "security": [{"bearer": ["read"]}, {"subscriber": []}],
            "parameters": [{"$ref": "#/components/parameters/Format"}],
            "responses": {
             "200": {
              "description": "The activity.",
              "headers": {
               "X-Request-Id": {"$ref": "#/components/headers/RequestId"},
               "Vary": {"$ref": "#/components/headers/Vary"}
              },
              "content": {
               "application/json": {"schema": {"$ref": "#/components/schemas/Activity"}},
               "text/plain; charset=utf-8": {"schema": {"type": "string"}}
              }
             },
             "400": {"$ref": "#/components/responses/BadRequest"},
             "401": {"$ref": "#/components/responses/NoCredentials"},
             "403": {"$ref": "#/components/responses/Forbidden"},
             "404": {"$ref": "#/components/responses/NotFound"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "429": {"$ref": "#/components/responses/Wait"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {"$ref": "#/components/responses/Unavailable"},
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           },
           "put": {
            "tags": ["events"],
            "operationId": "putActivity",
            "summary": "Tell what happened to one activity",
            "description": "An event whose conversionId is the path's, as JSON or as a form.",
            "security": [{"bearer": ["events"]}, {"webhookId": [], "webhookTimestamp": [], "webhookSignature": []}],
            "parameters": [
             {"$ref": "#/components/parameters/IdempotencyKey"},
             {"$ref": "#/components/parameters/TraceParent"},
             {"$ref": "#/components/parameters/TraceState"}
            ],
            "requestBody": {
             "required": true,
             "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/PathEvent"}},
              "application/x-www-form-urlencoded": {"schema": {"$ref": "#/components/schemas/EventForm"}}
             }
            },
            "responses": {
             "200": {
              "description": "It was a duplicate or is ignored.",
              "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Answer"}}}
             },
             "202": {
              "description": "It was accepted.",
              "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Answer"}}}
             },
             "400": {"$ref": "#/components/responses/BadRequest"},
             "401": {"$ref": "#/components/responses/NoCredentials"},
             "403": {"$ref": "#/components/responses/Forbidden"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "409": {"$ref": "#/components/responses/Foreign"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "415": {"$ref": "#/components/responses/BadMedia"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "429": {"$ref": "#/components/responses/Wait"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {"$ref": "#/components/responses/Unavailable"},
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           },
           "delete": {
            "tags": ["activities"],
            "operationId": "deleteActivity",
            "summary": "Forget an activity",
            "description": "Ends it and forgets it; later events for it are ignored.",
            "security": [{"bearer": ["events"]}],
            "responses": {
             "204": {
              "description": "It is forgotten.",
              "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}}
             },
             "400": {"$ref": "#/components/responses/BadRequest"},
             "401": {"$ref": "#/components/responses/NoCredentials"},
             "403": {"$ref": "#/components/responses/Forbidden"},
             "404": {"$ref": "#/components/responses/NotFound"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "429": {"$ref": "#/components/responses/Wait"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {"$ref": "#/components/responses/Unavailable"},
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           }
          },
          "/v1/activities/{conversionId}/end": {
           "parameters": [{"$ref": "#/components/parameters/ConversionIdPath"}],
           "post": {
            "tags": ["activities"],
            "operationId": "endActivity",
            "summary": "End an activity now",
            "description": "An empty body cancels it; one that is over answers 200 and ignored.",
            "security": [{"bearer": ["events"]}],
            "parameters": [
             {"$ref": "#/components/parameters/TraceParent"},
             {"$ref": "#/components/parameters/TraceState"}
            ],
            "requestBody": {
             "required": false,
             "content": {"application/json": {"schema": {"$ref": "#/components/schemas/End"}}}
            },
            "responses": {
             "200": {
              "description": "It was over already.",
              "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Answer"}}}
             },
             "202": {
              "description": "It is ended.",
              "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Answer"}}}
             },
             "400": {"$ref": "#/components/responses/BadRequest"},
             "401": {"$ref": "#/components/responses/NoCredentials"},
             "403": {"$ref": "#/components/responses/Forbidden"},
             "404": {"$ref": "#/components/responses/NotFound"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "415": {"$ref": "#/components/responses/BadMedia"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "429": {"$ref": "#/components/responses/Wait"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {"$ref": "#/components/responses/Unavailable"},
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           }
          },
          "/v1/activities/{conversionId}/history": {
           "parameters": [{"$ref": "#/components/parameters/ConversionIdPath"}],
           "get": {
            "tags": ["activities"],
            "operationId": "getHistory",
            "summary": "What was told and pushed",
            "description": "Events, as they came and what they resolved to, pushes with what became of them, and what \#
        time or another activity changed where no push told of it at once, and what became of the registrations that \#
        it is pushed by, oldest first: as many events, as many pushes, and as many of the others together as the \#
        setting limits.history says. As JSON, as text for people, or, \#
        with format=ndjson, the events as a recording that `activity-relay replay` takes. Of a recording there are \#
        no pages: with limit or cursor it is 400.",
            "security": [{"bearer": ["read"]}, {"subscriber": []}],
            "parameters": [
             {
              "name": "limit",
              "in": "query",
              "description": "How many entries at most.",
              "schema": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 200}
             },
             {
              "name": "cursor",
              "in": "query",
              "description": "The cursor of the page before.",
              "schema": {"type": "string", "pattern": "^0*[1-9a-z][0-9a-z]{0,10}-[0-9a-z]{1,12}$"}
             },
             {
              "name": "format",
              "in": "query",
              "description": "json; text, for people; or ndjson, a recording. It goes before Accept, which says the \#
        same with application/json, text/plain and application/x-ndjson; without both it is JSON.",
              "schema": {"type": "string", "enum": ["json", "text", "ndjson"]}
             }
            ],
            "responses": {
             "200": {
              "description": "A page of the history, or the recording.",
              "headers": {
               "X-Request-Id": {"$ref": "#/components/headers/RequestId"},
               "Vary": {"$ref": "#/components/headers/Vary"}
              },
              "content": {
               "application/json": {"schema": {"$ref": "#/components/schemas/History"}},
               "text/plain; charset=utf-8": {"schema": {"type": "string"}},
               "application/x-ndjson": {"schema": {"$ref": "#/components/schemas/Recording"}}
              }
             },
             "400": {"$ref": "#/components/responses/BadRequest"},
             "401": {"$ref": "#/components/responses/NoCredentials"},
             "403": {"$ref": "#/components/responses/Forbidden"},
             "404": {"$ref": "#/components/responses/NotFound"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "429": {"$ref": "#/components/responses/Wait"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {"$ref": "#/components/responses/Unavailable"},
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           }
          },
          "/v1/activities/{conversionId}/stream": {
           "parameters": [{"$ref": "#/components/parameters/ConversionIdPath"}],
           "get": {
            "tags": ["streams"],
            "operationId": "streamActivity",
            "summary": "Follow one activity",
            "description": "Server-sent events. First the current state, then a message for each change as it is \#
        resolved, and a comment every 15 seconds. An unknown activity is waited for; after the end comes one last \#
        message, then the stream closes. A reader that has 512 KiB waiting, or takes nothing for 30 seconds, is cut.",
            "security": [{"bearer": ["read"]}, {"subscriber": []}],
            "parameters": [{"$ref": "#/components/parameters/LastEventId"}],
            "responses": {
             "200": {"$ref": "#/components/responses/Stream"},
             "400": {"$ref": "#/components/responses/BadRequest"},
             "401": {"$ref": "#/components/responses/NoCredentials"},
             "403": {"$ref": "#/components/responses/Forbidden"},
             "404": {"$ref": "#/components/responses/Deleted"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "429": {"$ref": "#/components/responses/TooManyStreams"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {"$ref": "#/components/responses/Unavailable"},
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           }
          },
          "/v1/stream": {
           "get": {
            "tags": ["streams"],
            "operationId": "streamSubscriber",
            "summary": "Follow all activities of a subscriber, or all there are",
            "description": "Server-sent events. First the current state of each live activity, then a message for \#
        each change as it is resolved, and a comment every 15 seconds. A reader that has 512 KiB waiting, or takes \#
        nothing for 30 seconds, is cut.",
            "security": [{"bearer": ["read"]}, {"subscriber": []}],
            "parameters": [
             {
              "name": "subscriberId",
              "in": "query",
              "description": "Only this subscriber's; without it everything, which a subscriber's token does not open.",
              "schema": {
               "type": "string",
               "minLength": 1,
               "maxLength": 256,
               "pattern": "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$"
              }
             },
             {"$ref": "#/components/parameters/LastEventId"}
            ],
            "responses": {
             "200": {"$ref": "#/components/responses/Stream"},
             "400": {"$ref": "#/components/responses/BadRequest"},
             "401": {"$ref": "#/components/responses/NoCredentials"},
             "403": {"$ref": "#/components/responses/Forbidden"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "429": {"$ref": "#/components/responses/TooManyStreams"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {"$ref": "#/components/responses/Unavailable"},
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           }
          },
          "/v1/resolve": {
           "post": {
            "tags": ["events"],
            "operationId": "resolve",
            "summary": "See what would follow",
            "description": "Nothing is stored or sent.",
            "security": [{"bearer": ["events"]}],
            "requestBody": {
             "required": true,
             "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ResolveRequest"}}}
            },
            "responses": {
             "200": {
              "description": "What would follow.",
              "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Resolved"}}}
             },
             "400": {"$ref": "#/components/responses/BadRequest"},
             "401": {"$ref": "#/components/responses/NoCredentials"},
             "403": {"$ref": "#/components/responses/Forbidden"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "415": {"$ref": "#/components/responses/BadMedia"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "429": {"$ref": "#/components/responses/Wait"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {"$ref": "#/components/responses/Unavailable"},
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           }
          },
          "/v1/registrations": {
           "post": {
            "tags": ["registrations"],
            "operationId": "register",
            "summary": "Register a place to push to",
            "description": "Its key is subscriberId, deviceId, kind, conversionId and sender: a new token under \#
        it takes the place of the old. A live activity's state is sent to it at once.",
            "security": [{"bearer": ["registrations"]}, {"subscriber": []}],
            "requestBody": {
             "required": true,
             "content": {"application/json": {"schema": {"$ref": "#/components/schemas/RegistrationRequest"}}}
            },
            "responses": {
             "200": {
              "description": "Its key was known.",
              "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Registration"}}}
             },
             "201": {
              "description": "Its key is new.",
              "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Registration"}}}
             },
             "400": {"$ref": "#/components/responses/BadRequest"},
             "401": {"$ref": "#/components/responses/NoCredentials"},
             "403": {"$ref": "#/components/responses/Forbidden"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "409": {"$ref": "#/components/responses/Foreign"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "415": {"$ref": "#/components/responses/BadMedia"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "429": {"$ref": "#/components/responses/Wait"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {"$ref": "#/components/responses/Unavailable"},
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           },
           "get": {
            "tags": ["registrations"],
            "operationId": "listRegistrations",
            "summary": "List a subscriber's registrations",
            "description": "Tokens are shortened.",
            "security": [{"bearer": ["registrations"]}, {"subscriber": []}],
            "parameters": [
             {
              "name": "subscriberId",
              "in": "query",
              "required": true,
              "schema": {
               "type": "string",
               "minLength": 1,
               "maxLength": 256,
               "pattern": "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$"
              },
              "description": "Whose."
             }
            ],
            "responses": {
             "200": {
              "description": "The registrations.",
              "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Registrations"}}}
             },
             "400": {"$ref": "#/components/responses/BadRequest"},
             "401": {"$ref": "#/components/responses/NoCredentials"},
             "403": {"$ref": "#/components/responses/Forbidden"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "429": {"$ref": "#/components/responses/Wait"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {"$ref": "#/components/responses/Unavailable"},
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           }
          },
          "/v1/registrations/{id}": {
           "parameters": [
            {
             "name": "id",
             "in": "path",
             "required": true,
             "description": "The registration's id.",
             "schema": {"type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[A-Za-z0-9_-]+$"}
            }
           ],
           "delete": {
            "tags": ["registrations"],
            "operationId": "unregister",
            "summary": "Forget a registration",
            "security": [{"bearer": ["registrations"]}, {"subscriber": []}],
            "responses": {
             "204": {
              "description": "It is forgotten.",
              "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}}
             },
             "400": {"$ref": "#/components/responses/BadRequest"},
             "401": {"$ref": "#/components/responses/NoCredentials"},
             "403": {"$ref": "#/components/responses/Forbidden"},
             "404": {"$ref": "#/components/responses/NotFound"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "429": {"$ref": "#/components/responses/Wait"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {"$ref": "#/components/responses/Unavailable"},
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           }
          },
          "/v1/subscribers/{subscriberId}/token": {
           "parameters": [
            {
             "name": "subscriberId",
             "in": "path",
             "required": true,
             "description": "Whose token it is to be.",
             "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 256,
              "pattern": "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$"
             }
            }
           ],
           "post": {
            "tags": ["access"],
            "operationId": "issueToken",
            "summary": "Make a token for an app",
            "description": "A signed token that opens the registrations, activities and streams of that \#
        subscriber alone.",
            "security": [{"bearer": ["admin"]}],
            "requestBody": {
             "required": false,
             "content": {"application/json": {"schema": {"$ref": "#/components/schemas/TokenRequest"}}}
            },
            "responses": {
             "200": {
              "description": "The token.",
              "headers": {
               "X-Request-Id": {"$ref": "#/components/headers/RequestId"},
               "Cache-Control": {"$ref": "#/components/headers/NoStore"}
              },
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Token"}}}
             },
             "400": {"$ref": "#/components/responses/BadRequest"},
             "401": {"$ref": "#/components/responses/NoCredentials"},
             "403": {"$ref": "#/components/responses/Forbidden"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "415": {"$ref": "#/components/responses/BadMedia"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "429": {"$ref": "#/components/responses/Wait"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {"$ref": "#/components/responses/Unavailable"},
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           }
          },
          "/healthz": {
           "get": {
            "tags": ["operation"],
            "operationId": "healthz",
            "summary": "Whether the process lives",
            "security": [],
            "responses": {
             "200": {
              "description": "It lives.",
              "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Health"}}}
             },
             "400": {"$ref": "#/components/responses/BadRequest"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {"$ref": "#/components/responses/Unavailable"},
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           }
          },
          "/readyz": {
           "get": {
            "tags": ["operation"],
            "operationId": "readyz",
            "summary": "Whether requests should be sent here",
            "description": "503 if the store cannot be written, a configured key or file is unusable, or the \#
        relay is stopping. A push service out of reach shows, and changes no status.",
            "security": [],
            "responses": {
             "200": {
              "description": "It is ready.",
              "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Health"}}}
             },
             "400": {"$ref": "#/components/responses/BadRequest"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {
              "description": "It is not ready; or, as a problem, it takes no more connections.",
              "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
              "content": {
               "application/json": {"schema": {"$ref": "#/components/schemas/Health"}},
               "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
              }
             },
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           }
          },
          "/metrics": {
           "get": {
            "tags": ["operation"],
            "operationId": "metrics",
            "summary": "Figures for Prometheus",
            "description": "The text format, version 0.0.4.",
            "security": [{"bearer": ["read"]}],
            "responses": {
             "200": {
              "description": "All metrics.",
              "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
              "content": {"text/plain; version=0.0.4; charset=utf-8": {"schema": {"type": "string"}}}
             },
             "400": {"$ref": "#/components/responses/BadRequest"},
             "401": {"$ref": "#/components/responses/NoCredentials"},
             "403": {"$ref": "#/components/responses/Forbidden"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "429": {"$ref": "#/components/responses/Wait"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {"$ref": "#/components/responses/Unavailable"},
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           }
          },
          "/openapi.json": {
           "get": {
            "tags": ["operation"],
            "operationId": "openAPI",
            "summary": "This document",
            "security": [],
            "responses": {
             "200": {
              "description": "OpenAPI 3.1.",
              "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
              "content": {"application/json": {"schema": {"type": "object", "required": ["openapi", "info", \#
        "paths"]}}}
             },
             "400": {"$ref": "#/components/responses/BadRequest"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {"$ref": "#/components/responses/Unavailable"},
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           }
          },
          "/": {
           "get": {
            "tags": ["operation"],
            "operationId": "dashboard",
            "summary": "A page that shows what the relay does",
            "description": "It holds no data of its own: it asks for a token and reads by this API.",
            "security": [],
            "parameters": [{"$ref": "#/components/parameters/IfNoneMatch"}],
            "responses": {
             "200": {
              "description": "The page.",
              "headers": {
               "X-Request-Id": {"$ref": "#/components/headers/RequestId"},
               "Content-Security-Policy": {"$ref": "#/components/headers/PagePolicy"},
               "X-Content-Type-Options": {"$ref": "#/components/headers/NoSniff"},
               "Referrer-Policy": {"$ref": "#/components/headers/NoReferrer"},
               "Cross-Origin-Opener-Policy": {"$ref": "#/components/headers/SameOrigin"},
               "Cross-Origin-Resource-Policy": {"$ref": "#/components/headers/SameOrigin"},
               "ETag": {"$ref": "#/components/headers/EntityTag"},
               "Cache-Control": {"$ref": "#/components/headers/Revalidate"}
              },
              "content": {"text/html; charset=utf-8": {"schema": {"type": "string"}}}
             },
             "304": {
              "description": "The page is the one that If-None-Match names; no body.",
              "headers": {
               "X-Request-Id": {"$ref": "#/components/headers/RequestId"},
               "Content-Security-Policy": {"$ref": "#/components/headers/PagePolicy"},
               "X-Content-Type-Options": {"$ref": "#/components/headers/NoSniff"},
               "Referrer-Policy": {"$ref": "#/components/headers/NoReferrer"},
               "Cross-Origin-Opener-Policy": {"$ref": "#/components/headers/SameOrigin"},
               "Cross-Origin-Resource-Policy": {"$ref": "#/components/headers/SameOrigin"},
               "ETag": {"$ref": "#/components/headers/EntityTag"},
               "Cache-Control": {"$ref": "#/components/headers/Revalidate"}
              }
             },
             "400": {"$ref": "#/components/responses/BadRequest"},
             "408": {"$ref": "#/components/responses/TooSlow"},
             "413": {"$ref": "#/components/responses/TooMuch"},
             "414": {"$ref": "#/components/responses/LongTarget"},
             "417": {"$ref": "#/components/responses/Expectation"},
             "431": {"$ref": "#/components/responses/LongHead"},
             "500": {"$ref": "#/components/responses/Broken"},
             "501": {"$ref": "#/components/responses/NotImplemented"},
             "503": {"$ref": "#/components/responses/Unavailable"},
             "505": {"$ref": "#/components/responses/BadVersion"}
            }
           }
          }
         },
         "components": {
          "schemas": {
           "Event": {
            "type": "object",
            "description": "One thing that happened to an activity. A field that is absent leaves what was said \#
        before; lengths count characters as a reader sees them, and no text is over 4 KiB of UTF-8.",
            "required": ["conversionId"],
            "additionalProperties": false,
            "properties": {
             "conversionId": {"$ref": "#/components/schemas/ConversionId"},
             "subscriberId": {
              "type": ["string", "null"],
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$",
              "description": "Whose it is; an activity learns it once.",
              "examples": ["u-7"]
             },
             "eventId": {
              "type": ["string", "null"],
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$",
              "description": "Names the event, so that it is applied once however often it comes.",
              "examples": ["e-1"]
             },
             "type": {
              "type": ["string", "null"],
              "enum": ["start", "update", "pause", "resume", "complete", "fail", "cancel", null],
              "description": "What happened; without it the status tells, else it is an update."
             },
             "occurredAt": {
              "description": "When it happened; an event older than one already applied does not change what is \#
        newer.",
              "anyOf": [{"$ref": "#/components/schemas/Instant"}, {"type": "null"}]
             },
             "sequence": {
              "type": ["integer", "null"],
              "minimum": -9007199254740991,
              "maximum": 9007199254740991,
              "description": "The event's number in its activity; a lower one than before is late.",
              "examples": [7]
             },
             "attempt": {
              "type": ["integer", "null"],
              "minimum": 1,
              "maximum": 9007199254740991,
              "description": "Which try of the work it is about; a lower one than before is ignored.",
              "examples": [1]
             },
             "startedAt": {
              "description": "When the work began; a later one after an end begins anew.",
              "anyOf": [{"$ref": "#/components/schemas/Instant"}, {"type": "null"}]
             },
             "progress": {
              "type": ["number", "null"],
              "minimum": 0,
              "maximum": 1,
              "description": "How much is done, 0 to 1, not percent.",
              "examples": [0.42]
             },
             "boundary": {
              "description": "What is shown from an instant on, though nothing more is sent. null clears.",
              "anyOf": [{"$ref": "#/components/schemas/Boundary"}, {"type": "null"}]
             },
             "alert": {
              "description": "Shown and sounded with the push that this event leads to.",
              "anyOf": [{"$ref": "#/components/schemas/Alert"}, {"type": "null"}]
             },
             "status": {
              "type": ["string", "null"],
              "maxLength": 64,
              "pattern": "^[^\\u0000]*$",
              "description": "What the backend calls the stage it is at; known words and their aliases choose a \#
        stage. null clears.",
              "examples": ["generating"]
             },
             "displayStatus": {
              "type": ["string", "null"],
              "maxLength": 128,
              "pattern": "^[^\\u0000]*$",
              "description": "The words to show instead of the stage's own. null clears.",
              "examples": ["Mixing…"]
             },
             "estimatedCompletionDate": {
              "description": "When it should be done. null clears.",
              "anyOf": [{"$ref": "#/components/schemas/Instant"}, {"type": "null"}]
             },
             "fixedEnd": {
              "type": ["boolean", "null"],
              "description": "Whether the end is a fixed instant, as of a countdown, and not an estimate. null \#
        clears."
             },
             "trackTitle": {
              "type": ["string", "null"],
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$",
              "description": "What is being made. null clears.",
              "examples": ["Rain on Glass"]
             },
             "subtitle": {
              "type": ["string", "null"],
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$",
              "description": "A second line. null clears."
             },
             "subtitleOverflow": {
              "type": ["string", "null"],
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$",
              "description": "The second line once the expected end has passed. null clears."
             },
             "queuePosition": {
              "type": ["integer", "null"],
              "minimum": 0,
              "maximum": 9007199254740991,
              "description": "The place in line, from 1; 0: not in line. null clears.",
              "examples": [3]
             },
             "timer": {
              "description": "A clock that runs on the device. null clears.",
              "anyOf": [{"$ref": "#/components/schemas/Timer"}, {"type": "null"}]
             },
             "accentColor": {
              "type": ["string", "null"],
              "pattern": "^(\\s*|#[0-9A-Fa-f]{6})$",
              "maxLength": 64,
              "description": "A colour. null clears.",
              "examples": ["#E5484D"]
             },
             "staleAt": {
              "description": "When what is shown is no longer to be trusted. null clears.",
              "anyOf": [{"$ref": "#/components/schemas/Instant"}, {"type": "null"}]
             },
             "relevanceScore": {
              "type": ["number", "null"],
              "description": "Which of several cards goes first: the higher. null clears.",
              "examples": [50]
             },
             "extra": {
              "description": "The app's own fields of the content state. null clears.",
              "anyOf": [{"$ref": "#/components/schemas/Extra"}, {"type": "null"}]
             }
            },
            "examples": [
             {
              "conversionId": "gen-2",
              "subscriberId": "u-7",
              "status": "generating",
              "progress": 0.42,
              "trackTitle": "Rain on Glass",
              "estimatedCompletionDate": 1790000060
             }
            ]
           },
           "PathEvent": {
            "type": "object",
            "description": "An event whose conversionId is the path's; one in the body must be the same.",
            "additionalProperties": false,
            "properties": {
             "conversionId": {"$ref": "#/components/schemas/ConversionId"},
             "subscriberId": {
              "type": ["string", "null"],
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$",
              "description": "Whose it is; an activity learns it once.",
              "examples": ["u-7"]
             },
             "eventId": {
              "type": ["string", "null"],
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$",
              "description": "Names the event, so that it is applied once however often it comes.",
              "examples": ["e-1"]
             },
             "type": {
              "type": ["string", "null"],
              "enum": ["start", "update", "pause", "resume", "complete", "fail", "cancel", null],
              "description": "What happened; without it the status tells, else it is an update."
             },
             "occurredAt": {
              "description": "When it happened; an event older than one already applied does not change what is \#
        newer.",
              "anyOf": [{"$ref": "#/components/schemas/Instant"}, {"type": "null"}]
             },
             "sequence": {
              "type": ["integer", "null"],
              "minimum": -9007199254740991,
              "maximum": 9007199254740991,
              "description": "The event's number in its activity; a lower one than before is late.",
              "examples": [7]
             },
             "attempt": {
              "type": ["integer", "null"],
              "minimum": 1,
              "maximum": 9007199254740991,
              "description": "Which try of the work it is about; a lower one than before is ignored.",
              "examples": [1]
             },
             "startedAt": {
              "description": "When the work began; a later one after an end begins anew.",
              "anyOf": [{"$ref": "#/components/schemas/Instant"}, {"type": "null"}]
             },
             "progress": {
              "type": ["number", "null"],
              "minimum": 0,
              "maximum": 1,
              "description": "How much is done, 0 to 1, not percent.",
              "examples": [0.42]
             },
             "boundary": {
              "description": "What is shown from an instant on, though nothing more is sent. null clears.",
              "anyOf": [{"$ref": "#/components/schemas/Boundary"}, {"type": "null"}]
             },
             "alert": {
              "description": "Shown and sounded with the push that this event leads to.",
              "anyOf": [{"$ref": "#/components/schemas/Alert"}, {"type": "null"}]
             },
             "status": {
              "type": ["string", "null"],
              "maxLength": 64,
              "pattern": "^[^\\u0000]*$",
              "description": "What the backend calls the stage it is at; known words and their aliases choose a \#
        stage. null clears.",
              "examples": ["generating"]
             },
             "displayStatus": {
              "type": ["string", "null"],
              "maxLength": 128,
              "pattern": "^[^\\u0000]*$",
              "description": "The words to show instead of the stage's own. null clears.",
              "examples": ["Mixing…"]
             },
             "estimatedCompletionDate": {
              "description": "When it should be done. null clears.",
              "anyOf": [{"$ref": "#/components/schemas/Instant"}, {"type": "null"}]
             },
             "fixedEnd": {
              "type": ["boolean", "null"],
              "description": "Whether the end is a fixed instant, as of a countdown, and not an estimate. null \#
        clears."
             },
             "trackTitle": {
              "type": ["string", "null"],
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$",
              "description": "What is being made. null clears.",
              "examples": ["Rain on Glass"]
             },
             "subtitle": {
              "type": ["string", "null"],
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$",
              "description": "A second line. null clears."
             },
             "subtitleOverflow": {
              "type": ["string", "null"],
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$",
              "description": "The second line once the expected end has passed. null clears."
             },
             "queuePosition": {
              "type": ["integer", "null"],
              "minimum": 0,
              "maximum": 9007199254740991,
              "description": "The place in line, from 1; 0: not in line. null clears.",
              "examples": [3]
             },
             "timer": {
              "description": "A clock that runs on the device. null clears.",
              "anyOf": [{"$ref": "#/components/schemas/Timer"}, {"type": "null"}]
             },
             "accentColor": {
              "type": ["string", "null"],
              "pattern": "^(\\s*|#[0-9A-Fa-f]{6})$",
              "maxLength": 64,
              "description": "A colour. null clears.",
              "examples": ["#E5484D"]
             },
             "staleAt": {
              "description": "When what is shown is no longer to be trusted. null clears.",
              "anyOf": [{"$ref": "#/components/schemas/Instant"}, {"type": "null"}]
             },
             "relevanceScore": {
              "type": ["number", "null"],
              "description": "Which of several cards goes first: the higher. null clears.",
              "examples": [50]
             },
             "extra": {
              "description": "The app's own fields of the content state. null clears.",
              "anyOf": [{"$ref": "#/components/schemas/Extra"}, {"type": "null"}]
             }
            }
           },
           "EventForm": {
            "type": "object",
            "description": "An event as a form. Each value is read as its field's type, that of timer, boundary, \#
        alert and extra as JSON text; an empty value clears.",
            "additionalProperties": false,
            "properties": {
             "conversionId": {"$ref": "#/components/schemas/ConversionId"},
             "subscriberId": {
              "description": "Whose it is; an activity learns it once.",
              "type": "string",
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$"
             },
             "eventId": {
              "description": "Names the event, so that it is applied once however often it comes.",
              "type": "string",
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$"
             },
             "type": {
              "description": "What happened; without it the status tells, else it is an update.",
              "type": "string",
              "enum": ["start", "update", "pause", "resume", "complete", "fail", "cancel"]
             },
             "occurredAt": {
              "description": "When it happened; an event older than one already applied does not change what is \#
        newer.",
              "anyOf": [
               {"type": "number", "minimum": 0, "maximum": 100000000000.0},
               {"$ref": "#/components/schemas/DateTime"}
              ]
             },
             "sequence": {
              "description": "The event's number in its activity; a lower one than before is late.",
              "type": "integer",
              "minimum": -9007199254740991,
              "maximum": 9007199254740991
             },
             "attempt": {
              "description": "Which try of the work it is about; a lower one than before is ignored.",
              "type": "integer",
              "minimum": 1,
              "maximum": 9007199254740991
             },
             "startedAt": {
              "description": "When the work began; a later one after an end begins anew.",
              "anyOf": [
               {"type": "number", "minimum": 0, "maximum": 100000000000.0},
               {"$ref": "#/components/schemas/DateTime"}
              ]
             },
             "progress": {
              "description": "How much is done, 0 to 1, not percent.",
              "type": "number",
              "minimum": 0,
              "maximum": 1
             },
             "boundary": {
              "type": "string",
              "description": "What is shown from an instant on, though nothing more is sent. null clears. As \#
        JSON text.",
              "contentMediaType": "application/json"
             },
             "alert": {
              "type": "string",
              "description": "Shown and sounded with the push that this event leads to. As JSON text.",
              "contentMediaType": "application/json"
             },
             "status": {
              "description": "What the backend calls the stage it is at; known words and their aliases choose a \#
        stage. null clears.",
              "type": "string",
              "maxLength": 64,
              "pattern": "^[^\\u0000]*$"
             },
             "displayStatus": {
              "description": "The words to show instead of the stage's own. null clears.",
              "type": "string",
              "maxLength": 128,
              "pattern": "^[^\\u0000]*$"
             },
             "estimatedCompletionDate": {
              "description": "When it should be done. null clears.",
              "anyOf": [
               {"type": "number", "minimum": 0, "maximum": 100000000000.0},
               {"$ref": "#/components/schemas/DateTime"}
              ]
             },
             "fixedEnd": {
              "type": "string",
              "enum": ["true", "false", ""],
              "description": "Whether the end is a fixed instant, as of a countdown, and not an estimate. null \#
        clears."
             },
             "trackTitle": {
              "description": "What is being made. null clears.",
              "type": "string",
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$"
             },
             "subtitle": {
              "description": "A second line. null clears.",
              "type": "string",
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$"
             },
             "subtitleOverflow": {
              "description": "The second line once the expected end has passed. null clears.",
              "type": "string",
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$"
             },
             "queuePosition": {
              "description": "The place in line, from 1; 0: not in line. null clears.",
              "type": "integer",
              "minimum": 0,
              "maximum": 9007199254740991
             },
             "timer": {
              "type": "string",
              "description": "A clock that runs on the device. null clears. As JSON text.",
              "contentMediaType": "application/json"
             },
             "accentColor": {
              "description": "A colour. null clears.",
              "type": "string",
              "maxLength": 64,
              "pattern": "^(\\s*|#[0-9A-Fa-f]{6})$"
             },
             "staleAt": {
              "description": "When what is shown is no longer to be trusted. null clears.",
              "anyOf": [
               {"type": "number", "minimum": 0, "maximum": 100000000000.0},
               {"$ref": "#/components/schemas/DateTime"}
              ]
             },
             "relevanceScore": {
              "description": "Which of several cards goes first: the higher. null clears.",
              "type": "number"
             },
             "extra": {
              "type": "string",
              "description": "The app's own fields of the content state. null clears. As JSON text.",
              "contentMediaType": "application/json"
             }
            }
           },
           "ConversionId": {
            "type": "string",
            "minLength": 1,
            "maxLength": 128,
            "pattern": "^(?!\\.{1,2}$)[A-Za-z0-9._:-]+$",
            "description": "Names the activity; neither \".\" nor \"..\".",
            "examples": ["gen-2"]
           },
           "Instant": {
            "description": "Unix seconds, or an RFC 3339 date-time; not before 1970, and not in milliseconds.",
            "anyOf": [
             {"type": "number", "minimum": 0, "maximum": 100000000000.0},
             {"$ref": "#/components/schemas/DateTime"}
            ]
           },
           "DateTime": {
            "type": "string",
            "description": "An RFC 3339 date-time. (The pattern leaves out some that are taken, such as leap \#
        days and seconds.)",
            "pattern": "^(197[1-9]|19[89][0-9]|20[0-9][0-9])-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[46\#
        9]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[\#
        0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
            "examples": ["2026-09-21T14:13:20Z"]
           },
           "Timer": {
            "description": "A clock that runs on the device without a push.",
            "oneOf": [
             {
              "type": "object",
              "additionalProperties": false,
              "required": ["mode", "from", "until"],
              "properties": {
               "mode": {"const": "countDown"},
               "from": {"$ref": "#/components/schemas/Instant"},
               "until": {"$ref": "#/components/schemas/Instant"}
              },
              "description": "From an instant down to a later one."
             },
             {
              "type": "object",
              "additionalProperties": false,
              "required": ["mode", "from"],
              "properties": {"mode": {"const": "countUp"}, "from": {"$ref": "#/components/schemas/Instant"}},
              "description": "Up from an instant."
             },
             {
              "type": "object",
              "additionalProperties": false,
              "required": ["mode", "elapsed"],
              "properties": {"mode": {"const": "paused"}, "elapsed": {"type": "number", "minimum": 0}},
              "description": "Stands still at so many seconds."
             }
            ]
           },
           "Alert": {
            "type": "object",
            "description": "A title or a body or both, and a sound.",
            "additionalProperties": false,
            "anyOf": [
             {
              "required": ["title"],
              "properties": {"title": {"type": "string", "pattern": "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$"}}
             },
             {
              "required": ["body"],
              "properties": {"body": {"type": "string", "pattern": "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$"}}
             }
            ],
            "properties": {
             "title": {
              "type": ["string", "null"],
              "maxLength": 4096,
              "pattern": "^[^\\u0000]*$",
              "description": "The title."
             },
             "body": {
              "type": ["string", "null"],
              "maxLength": 4096,
              "pattern": "^[^\\u0000]*$",
              "description": "The text."
             },
             "sound": {
              "type": ["string", "null"],
              "maxLength": 4096,
              "pattern": "^[^\\u0000]*$",
              "description": "The sound's name.",
              "examples": ["default"]
             }
            }
           },
           "Boundary": {
            "type": "object",
            "description": "What is to be shown from an instant on, whatever content fields, and an alert with it.",
            "additionalProperties": false,
            "required": ["at"],
            "properties": {
             "at": {"$ref": "#/components/schemas/Instant"},
             "alert": {
              "description": "Shown and sounded with the push that this event leads to.",
              "anyOf": [{"$ref": "#/components/schemas/Alert"}, {"type": "null"}]
             },
             "status": {
              "type": ["string", "null"],
              "maxLength": 64,
              "pattern": "^[^\\u0000]*$",
              "description": "What the backend calls the stage it is at; known words and their aliases choose a \#
        stage. null clears.",
              "examples": ["generating"]
             },
             "displayStatus": {
              "type": ["string", "null"],
              "maxLength": 128,
              "pattern": "^[^\\u0000]*$",
              "description": "The words to show instead of the stage's own. null clears.",
              "examples": ["Mixing…"]
             },
             "estimatedCompletionDate": {
              "description": "When it should be done. null clears.",
              "anyOf": [{"$ref": "#/components/schemas/Instant"}, {"type": "null"}]
             },
             "fixedEnd": {
              "type": ["boolean", "null"],
              "description": "Whether the end is a fixed instant, as of a countdown, and not an estimate. null \#
        clears."
             },
             "trackTitle": {
              "type": ["string", "null"],
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$",
              "description": "What is being made. null clears.",
              "examples": ["Rain on Glass"]
             },
             "subtitle": {
              "type": ["string", "null"],
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$",
              "description": "A second line. null clears."
             },
             "subtitleOverflow": {
              "type": ["string", "null"],
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$",
              "description": "The second line once the expected end has passed. null clears."
             },
             "queuePosition": {
              "type": ["integer", "null"],
              "minimum": 0,
              "maximum": 9007199254740991,
              "description": "The place in line, from 1; 0: not in line. null clears.",
              "examples": [3]
             },
             "timer": {
              "description": "A clock that runs on the device. null clears.",
              "anyOf": [{"$ref": "#/components/schemas/Timer"}, {"type": "null"}]
             },
             "accentColor": {
              "type": ["string", "null"],
              "pattern": "^(\\s*|#[0-9A-Fa-f]{6})$",
              "maxLength": 64,
              "description": "A colour. null clears.",
              "examples": ["#E5484D"]
             },
             "staleAt": {
              "description": "When what is shown is no longer to be trusted. null clears.",
              "anyOf": [{"$ref": "#/components/schemas/Instant"}, {"type": "null"}]
             },
             "relevanceScore": {
              "type": ["number", "null"],
              "description": "Which of several cards goes first: the higher. null clears.",
              "examples": [50]
             },
             "extra": {
              "description": "The app's own fields of the content state. null clears.",
              "anyOf": [{"$ref": "#/components/schemas/Extra"}, {"type": "null"}]
             }
            }
           },
           "Extra": {
            "type": "object",
            "description": "The app's own fields, 1 KiB of JSON at most; no nulls, no name that the content \#
        state has already.",
            "propertyNames": {
             "not": {
              "enum": [
               "status", "displayStatus", "progress", "estimatedCompletionDate", "trackTitle", "queuePosition",
               "staleAt", "timer", "subtitle", "subtitleOverflow", "accentColor"
              ]
             },
             "pattern": "^[^\\u0000]*$"
            },
            "additionalProperties": {"$ref": "#/components/schemas/ExtraValue"}
           },
           "ExtraValue": {
            "anyOf": [
             {"type": "string", "pattern": "^[^\\u0000]*$"},
             {"type": "number"},
             {"type": "boolean"},
             {"type": "array", "items": {"$ref": "#/components/schemas/ExtraValue"}},
             {
              "type": "object",
              "propertyNames": {"pattern": "^[^\\u0000]*$"},
              "additionalProperties": {"$ref": "#/components/schemas/ExtraValue"}
             }
            ]
           },
           "CloudEvent": {
            "type": "object",
            "description": "A CloudEvent 1.0 whose data is an event. Its subject is the conversionId, its time \#
        the occurredAt, its source and id the eventId of an event that has none. Members of other names are \#
        extensions, and not looked at.",
            "required": ["specversion", "id", "source", "type", "data"],
            "properties": {
             "specversion": {"const": "1.0"},
             "id": {"type": "string", "minLength": 1, "maxLength": 1024, "pattern": "^[^\\u0000]*$"},
             "source": {"type": "string", "minLength": 1, "maxLength": 1024, "pattern": "^[^\\u0000]*$"},
             "type": {"type": "string", "minLength": 1, "maxLength": 1024, "pattern": "^[^\\u0000]*$"},
             "subject": {"$ref": "#/components/schemas/ConversionId"},
             "time": {"$ref": "#/components/schemas/DateTime"},
             "datacontenttype": {"const": "application/json"},
             "data": {"$ref": "#/components/schemas/Event"}
            }
           },
           "ContentState": {
            "type": "object",
            "description": "What is shown, whole; the app's own fields among them.",
            "properties": {
             "status": {"type": "string"},
             "displayStatus": {"type": "string"},
             "progress": {"type": "number", "minimum": 0, "maximum": 1},
             "estimatedCompletionDate": {"type": "number", "minimum": 0, "description": "Unix seconds."},
             "trackTitle": {"type": "string"},
             "queuePosition": {"type": "integer", "minimum": 0},
             "staleAt": {"type": "number", "minimum": 0, "description": "Unix seconds."},
             "timer": {"type": "object"},
             "subtitle": {"type": "string"},
             "subtitleOverflow": {"type": "string"},
             "accentColor": {"type": "string"}
            }
           },
           "Phase": {
            "type": "string",
            "enum": [
             "active", "queued", "paused", "completed", "failed", "cancelled", "superseded", "expired", "deleted"
            ],
            "description": "Where an activity stands."
           },
           "Answer": {
            "type": "object",
            "description": "What became of an event.",
            "required": ["outcome", "conversionId", "phase", "contentState", "ended", "pushes"],
            "properties": {
             "status": {
              "type": "integer",
              "enum": [200, 202],
              "description": "In a batch: the status the event would have had alone."
             },
             "outcome": {"type": "string", "enum": ["accepted", "duplicate", "ignored"]},
             "reason": {"$ref": "#/components/schemas/Phase", "description": "Why it was ignored."},
             "conversionId": {"$ref": "#/components/schemas/ConversionId"},
             "phase": {"$ref": "#/components/schemas/Phase"},
             "supersededBy": {
              "$ref": "#/components/schemas/ConversionId",
              "description": "The subscriber's activity whose later start superseded it as it came, if that is known."
             },
             "contentState": {"$ref": "#/components/schemas/ContentState"},
             "ended": {
              "type": "array",
              "items": {"$ref": "#/components/schemas/ConversionId"},
              "description": "The subscriber's activities that it ended."
             },
             "pushes": {
              "type": "array",
              "items": {"$ref": "#/components/schemas/Decision"},
              "description": "What was decided for each target; for a dead one where there is no other."
             }
            }
           },
           "Decision": {
            "type": "object",
            "description": "What was decided for one target.",
            "required": ["target", "decision", "why"],
            "properties": {
             "target": {"type": "string"},
             "decision": {"type": "string", "enum": ["now", "waiting", "unchanged", "dead"]},
             "at": {"type": "number", "minimum": 0, "description": "When a waiting one goes, if that is known."},
             "why": {"type": "string"}
            }
           },
           "Results": {
            "type": "object",
            "description": "The answers to several events, in their order.",
            "required": ["results"],
            "properties": {
             "results": {
              "type": "array",
              "items": {"anyOf": [{"$ref": "#/components/schemas/Answer"}, {"$ref": "#/components/schemas/Problem"}]}
             }
            }
           },
           "Problem": {
            "type": "object",
            "description": "What is wrong and what helps (RFC 9457).",
            "required": ["type", "title", "status", "detail"],
            "properties": {
             "type": {"const": "about:blank"},
             "title": {"type": "string"},
             "status": {"type": "integer", "minimum": 400, "maximum": 599},
             "detail": {"type": "string"},
             "pointer": {
              "type": "string",
              "description": "JSON Pointer to the field at fault; a missing one by its parent."
             }
            }
           },
           "End": {
            "type": "object",
            "description": "How it ended.",
            "additionalProperties": false,
            "properties": {
             "phase": {"type": "string", "enum": ["completed", "failed", "cancelled"], "default": "cancelled"}
            }
           },
           "RegistrationRequest": {
            "type": "object",
            "description": "A place to push to. An update token is one activity's and needs its conversionId; a \#
        start token is a device's. Without token nothing changes; null opts out.",
            "required": ["subscriberId", "kind", "sender"],
            "additionalProperties": false,
            "properties": {
             "subscriberId": {"type": "string", "maxLength": 256, "pattern": "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$"},
             "deviceId": {
              "type": ["string", "null"],
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$",
              "description": "Which of the subscriber's devices; without it there is one, named \"\"."
             },
             "conversionId": {"anyOf": [{"$ref": "#/components/schemas/ConversionId"}, {"type": "null"}]},
             "kind": {"type": "string", "enum": ["update", "start"]},
             "sender": {
              "type": "string",
              "description": "The name of a sender in the configuration.",
              "examples": ["apns"]
             },
             "token": {
              "type": ["string", "null"],
              "minLength": 1,
              "maxLength": 4096,
              "pattern": "^[^\\u0000-\\u0020\\u007f]+$",
              "description": "The token as the service gave it: hexadecimal for APNs, a free name for log and \#
        webhook."
             },
             "environment": {"type": "string", "enum": ["production", "sandbox"], "default": "production"},
             "attributesType": {
              "type": ["string", "null"],
              "maxLength": 256,
              "pattern": "^[^\\u0000]*$",
              "description": "The app's ActivityAttributes type, for start tokens."
             }
            }
           },
           "Registration": {
            "type": "object",
            "required": ["id", "subscriberId", "deviceId", "kind", "sender", "environment", "state", "registeredAt"],
            "properties": {
             "id": {"type": "string"},
             "subscriberId": {"type": "string"},
             "deviceId": {"type": "string"},
             "conversionId": {"$ref": "#/components/schemas/ConversionId"},
             "kind": {"type": "string", "enum": ["update", "start"]},
             "sender": {"type": "string"},
             "token": {"type": "string", "description": "Shortened."},
             "environment": {"type": "string", "enum": ["production", "sandbox"]},
             "attributesType": {"type": "string"},
             "state": {"type": "string", "enum": ["live", "dead"]},
             "reason": {"type": "string", "description": "Why it is dead."},
             "registeredAt": {"type": "number", "minimum": 0, "description": "Unix seconds."},
             "expires": {"type": "number", "minimum": 0, "description": "Until when it waits for its activity."}
            }
           },
           "Registrations": {
            "type": "object",
            "required": ["registrations"],
            "properties": {"registrations": {"type": "array", "items": {"$ref": "#/components/schemas/Registration"}}}
           },
           "Activities": {
            "type": "object",
            "required": ["activities"],
            "properties": {
             "activities": {
              "type": "array",
              "items": {
               "type": "object",
               "required": ["conversionId", "phase", "startedAt"],
               "properties": {
                "conversionId": {"$ref": "#/components/schemas/ConversionId"},
                "subscriberId": {"type": "string"},
                "phase": {"$ref": "#/components/schemas/Phase"},
                "startedAt": {"type": "number", "minimum": 0, "description": "Unix seconds."},
                "contentState": {"$ref": "#/components/schemas/ContentState"}
               }
              }
             },
             "cursor": {"type": "string", "description": "For the next page; absent on the last."}
            }
           },
           "Activity": {
            "type": "object",
            "description": "The whole truth of one activity.",
            "required": [
             "conversionId", "phase", "startedAt", "contentState", "backend", "why", "targets", "due", "pushes"
            ],
            "properties": {
             "conversionId": {"$ref": "#/components/schemas/ConversionId"},
             "subscriberId": {"type": "string"},
             "phase": {"$ref": "#/components/schemas/Phase"},
             "supersededBy": {
              "$ref": "#/components/schemas/ConversionId",
              "description": "The activity of the same subscriber whose start ended this one, as far as it is known."
             },
             "startedAt": {"type": "number", "minimum": 0, "description": "Unix seconds."},
             "contentState": {"$ref": "#/components/schemas/ContentState", "description": "As of now."},
             "boundary": {
              "type": "object",
              "required": ["told", "contentState", "why"],
              "properties": {
               "told": {"$ref": "#/components/schemas/Boundary", "description": "As an event told it."},
               "contentState": {
                "$ref": "#/components/schemas/ContentState",
                "description": "What is shown from then on, if nothing comes before."
               },
               "why": {
                "type": "object",
                "description": "Each value shown then, and the rule that chose it; boundary: what of it counts for nothing."
               }
              },
              "description": "The boundary that waits, if one does."
             },
             "backend": {"type": "object", "description": "What the backend last said."},
             "floor": {"type": "number", "description": "Below this progress does not fall."},
             "rank": {"type": "integer", "description": "The furthest stage so far."},
             "why": {"type": "object", "description": "Each value shown, and the rule that chose it."},
             "targets": {
              "type": "array",
              "items": {
               "type": "object",
               "required": ["target", "sender", "state", "pushes"],
               "properties": {
                "target": {"type": "string"},
                "sender": {"type": "string"},
                "deviceId": {"type": "string", "description": "The device it was registered with, if it has a name."},
                "kind": {
                 "type": "string",
                 "enum": ["start"],
                 "description": "start: a token that starts cards by push. Absent where changes are pushed."
                },
                "token": {"type": "string", "description": "Shortened."},
                "environment": {"type": "string", "enum": ["production", "sandbox"], "description": "The token's."},
                "state": {"type": "string", "enum": ["live", "dead"]},
                "reason": {"type": "string"},
                "card": {
                 "type": "string",
                 "description": "What is known of its card, in plain words, where that is not simply there."
                },
                "end": {
                 "type": "string",
                 "enum": ["arrived", "waiting", "missed"],
                 "description": "Of an activity that is over: whether its end has reached the card, which else stays as it is. waiting: it is under way, owed, or held until the app registers the card's own token. missed: it did not arrive, and nothing sends it again."
                },
                "behind": {
                 "type": "string",
                 "description": "Why it was not sent what is resolved now, in plain words; none where it was. Clock times in it are UTC."
                },
                "pushes": {"type": "integer"},
                "sending": {"type": "boolean", "const": true, "description": "A push is under way; absent: none is."},
                "owed": {
                 "type": "object",
                 "description": "The push that is to go next: it failed, was kept back, or waits for one under way. Its \#
        content is made when it goes.",
                 "required": ["event", "reason", "failures"],
                 "properties": {
                  "event": {"type": "string", "enum": ["start", "update", "end"]},
                  "reason": {"type": "string", "description": "Why it is to go."},
                  "retryAt": {
                   "type": "number",
                   "description": "When it may go, Unix seconds; absent while only the one under way is waited for."
                  },
                  "failures": {"type": "integer", "minimum": 0, "description": "How many tries in a row failed."},
                  "why": {"type": "string", "description": "Why it was kept back though no try failed."}
                 }
                },
                "lastPush": {
                 "$ref": "#/components/schemas/ContentState",
                 "description": "Of the last push that arrived or is under way; none after those that failed."
                }
               }
              }
             },
             "due": {
              "type": "object",
              "required": ["at", "what"],
              "properties": {
               "at": {"type": "number", "description": "Unix seconds."},
               "what": {
                "type": "string",
                "enum": ["boundary", "overflow", "waiting", "nudge", "end", "purge", "start", "retry"],
                "description": "boundary: a boundary fires. overflow: a countdown is over, and targets that do not \#
        render by themselves are told its wording. waiting: a push that came too soon after another goes. nudge: time has \#
        moved the ring by a step. end: silence or age ends it, if nothing is heard before. purge: it has ended, and is \#
        forgotten. start: cards are started by push on devices that made none. retry: a push that failed is tried again."
               },
               "why": {"type": "string", "description": "Why then."}
              },
              "description": "What happens next by itself."
             },
             "pushes": {
              "type": "array",
              "maxItems": 20,
              "items": {"$ref": "#/components/schemas/SentPush"},
              "description": "The last pushes, newest first, and what became of them."
             }
            }
           },
           "History": {
            "type": "object",
            "description": "A page of what happened to an activity, oldest first.",
            "required": ["entries"],
            "properties": {
             "entries": {
              "type": "array",
              "maxItems": 1000,
              "items": {
               "oneOf": [
                {"$ref": "#/components/schemas/HistoryEvent"},
                {"$ref": "#/components/schemas/HistoryPush"},
                {"$ref": "#/components/schemas/HistoryChange"},
                {"$ref": "#/components/schemas/HistoryRegistration"}
               ],
               "discriminator": {
                "propertyName": "kind",
                "mapping": {
                 "event": "#/components/schemas/HistoryEvent",
                 "push": "#/components/schemas/HistoryPush",
                 "change": "#/components/schemas/HistoryChange",
                 "registration": "#/components/schemas/HistoryRegistration"
                }
               }
              }
             },
             "cursor": {"type": "string", "description": "For the next page; absent on the last."}
            }
           },
           "HistoryEvent": {
            "type": "object",
            "description": "An event that came, and what it resolved to.",
            "required": ["at", "kind", "outcome"],
            "properties": {
             "at": {"type": "number", "minimum": 0, "description": "When it came, Unix seconds."},
             "kind": {"const": "event"},
             "event": {"description": "The event as it came; absent where it was no JSON, or too long to be kept."},
             "text": {"type": "string", "description": "What came instead, where it was no JSON."},
             "eventId": {"type": "string", "description": "The eventId that a header gave it."},
             "outcome": {"type": "string", "enum": ["accepted", "duplicate", "ignored", "refused"]},
             "reason": {"$ref": "#/components/schemas/Phase", "description": "Why it was ignored."},
             "detail": {"type": "string", "description": "Why it was refused."},
             "pointer": {"type": "string", "description": "JSON Pointer to the field it was refused for."},
             "phase": {"$ref": "#/components/schemas/Phase", "description": "Where the activity stood then; of a \#
        refused one absent."},
             "late": {"const": true, "description": "Something newer was applied before it (rule E3)."},
             "contentState": {"$ref": "#/components/schemas/ContentState", "description": "What was shown then; of \#
        a refused one absent."},
             "why": {"$ref": "#/components/schemas/Reasons"},
             "decisions": {
              "type": "array",
              "items": {"$ref": "#/components/schemas/Decision"},
              "description": "What was decided for targets that were not pushed to at once."
             }
            }
           },
           "HistoryPush": {
            "description": "A push that went out.",
            "allOf": [
             {
              "type": "object",
              "required": ["at", "kind"],
              "properties": {
               "at": {"type": "number", "minimum": 0, "description": "When it was recorded, Unix seconds."},
               "kind": {"const": "push"}
              }
             },
             {"$ref": "#/components/schemas/SentPush"}
            ]
           },
           "HistoryChange": {
            "type": "object",
            "description": "What time or another activity changed, where no push told of it at once.",
            "required": ["at", "kind", "reason", "phase", "contentState", "why"],
            "properties": {
             "at": {"type": "number", "minimum": 0, "description": "When it was recorded, Unix seconds."},
             "kind": {"const": "change"},
             "reason": {
              "type": "string",
              "enum": ["boundary", "overflow", "nudge", "expired", "superseded"],
              "description": "What changed it."
             },
             "phase": {"$ref": "#/components/schemas/Phase", "description": "Where the activity stood afterwards."},
             "supersededBy": {
              "$ref": "#/components/schemas/ConversionId",
              "description": "Whose start ended it (rule S2)."
             },
             "boundary": {"$ref": "#/components/schemas/Boundary", "description": "The boundary that fired."},
             "contentState": {"$ref": "#/components/schemas/ContentState", "description": "What was shown from then on."},
             "why": {"$ref": "#/components/schemas/Reasons"},
             "decisions": {
              "type": "array",
              "items": {"$ref": "#/components/schemas/Decision"},
              "description": "Why none of the targets was pushed to at once."
             }
            }
           },
           "HistoryRegistration": {
            "type": "object",
            "description": "A registration that let pushes go to a target from then on, or no more.",
            "required": ["at", "kind", "change", "target", "sender", "detail"],
            "properties": {
             "at": {"type": "number", "minimum": 0, "description": "When it came, Unix seconds."},
             "kind": {"const": "registration"},
             "change": {
              "type": "string",
              "enum": ["added", "moved", "optedOut", "deleted"],
              "description": "Whether a device is pushed to from then on, is elsewhere (another token, environment or \#
        attributesType), wants no more, or its registration was deleted."
             },
             "target": {"type": "string", "description": "The registration's id."},
             "sender": {"type": "string"},
             "token": {"type": "string", "description": "The beginning of its token."},
             "replaces": {"type": "string", "description": "The beginning of the token before, if it was another."},
             "detail": {"type": "string", "description": "The same in words."}
            }
           },
           "SentPush": {
            "description": "A push as it was handed to its sender, and what became of it.",
            "allOf": [
             {
              "type": "object",
              "required": ["outcome", "request"],
              "properties": {
               "outcome": {
                "type": "string",
                "enum": ["ok", "sending", "retry", "dropped", "dead", "unknown"],
                "description": "ok: it arrived. sending: it is under way. retry: it failed, and the newest state is \#
        tried again. dropped: it was refused and is not sent again. dead: its token takes nothing any more. unknown: \#
        the relay ended before it knew."
               },
               "detail": {"type": "string", "description": "Why it did not arrive."},
               "request": {
                "type": "object",
                "description": "What is known of the request that carried it, and of the answer.",
                "required": ["number"],
                "properties": {
                 "number": {"type": "integer", "minimum": 1, "description": "Which push to its target it is."},
                 "sender": {"type": "string"},
                 "attempt": {
                  "type": "integer",
                  "minimum": 2,
                  "description": "Which try in a row it is, from the second on."
                 },
                 "apns-id": {"type": "string", "format": "uuid"},
                 "webhook-id": {"type": "string", "pattern": "^msg_[0-9a-f]{32}$"},
                 "status": {"type": "integer", "description": "The answer's HTTP status."},
                 "reason": {"type": "string", "description": "The service's own word.", "examples": ["Unregistered"]},
                 "milliseconds": {"type": "number", "minimum": 0, "description": "How long the answer took."}
                }
               },
               "why": {"$ref": "#/components/schemas/Reasons"}
              }
             },
             {"$ref": "#/components/schemas/Push"}
            ]
           },
           "Reasons": {
            "type": "object",
            "description": "Why a value is not what the backend said, or a push is as it is, each with its rule.",
            "additionalProperties": {"type": "string"}
           },
           "Recording": {
            "type": "array",
            "maxItems": 20000,
            "description": "One object to a line.",
            "items": {
             "type": "object",
             "required": ["at", "event"],
             "additionalProperties": false,
             "properties": {
              "at": {"type": "number", "minimum": 0, "description": "When it came, Unix seconds."},
              "event": {
               "type": "object",
               "description": "The event, with what its request's path, its headers or a registration told besides.",
               "required": ["conversionId"],
               "properties": {"conversionId": {"$ref": "#/components/schemas/ConversionId"}}
              }
             }
            }
           },
           "Push": {
            "type": "object",
            "description": "What log and webhook senders emit.",
            "required": ["sentAt", "conversionId", "target", "event", "priority", "contentState", "reason"],
            "properties": {
             "sentAt": {"type": "number", "minimum": 0, "description": "Unix seconds."},
             "conversionId": {"$ref": "#/components/schemas/ConversionId"},
             "subscriberId": {"type": "string"},
             "target": {"type": "string"},
             "event": {"type": "string", "enum": ["start", "update", "end"]},
             "priority": {"type": "integer", "enum": [5, 10]},
             "contentState": {"$ref": "#/components/schemas/ContentState"},
             "staleAt": {"type": "number", "minimum": 0, "description": "Unix seconds."},
             "dismissalDate": {"type": "number", "minimum": 0, "description": "Unix seconds."},
             "alert": {"type": "object"},
             "relevanceScore": {"type": "number"},
             "reason": {
              "type": "string",
              "enum": [
               "start", "status", "progress", "queue", "eta", "content", "alert", "pause", "resume", "nudge", "stale",
               "boundary", "overflow", "registered", "retry", "ended", "superseded", "expired"
              ]
             }
            }
           },
           "ResolveRequest": {
            "type": "object",
            "description": "Events to let happen in virtual time, and until when.",
            "required": ["events", "now"],
            "additionalProperties": false,
            "properties": {
             "state": {
              "description": "The state of an earlier answer, as it was; null: nothing is known.",
              "anyOf": [{"$ref": "#/components/schemas/ResolveState"}, {"type": "null"}]
             },
             "events": {
              "type": "array",
              "items": {
               "type": "object",
               "required": ["at", "event"],
               "additionalProperties": false,
               "properties": {
                "at": {"$ref": "#/components/schemas/Instant"},
                "event": {"$ref": "#/components/schemas/Event"}
               }
              }
             },
             "now": {"$ref": "#/components/schemas/Instant"}
            }
           },
           "ResolveState": {
            "type": "object",
            "description": "Made by the relay, and to be handed back as it is.",
            "additionalProperties": false,
            "properties": {"activities": {"type": "array", "items": {"type": "object"}, "maxItems": 1000}}
           },
           "Resolved": {
            "type": "object",
            "required": ["state", "pushes"],
            "properties": {
             "state": {"$ref": "#/components/schemas/ResolveState"},
             "contentState": {"$ref": "#/components/schemas/ContentState"},
             "pushes": {"type": "array", "items": {"$ref": "#/components/schemas/Push"}}
            }
           },
           "TokenRequest": {
            "type": "object",
            "additionalProperties": false,
            "properties": {
             "ttl": {
              "type": ["integer", "null"],
              "minimum": 1,
              "maximum": 2592000,
              "description": "How long it opens, seconds; an hour unless said.",
              "examples": [3600]
             }
            }
           },
           "Token": {
            "type": "object",
            "required": ["token", "subscriberId", "expires"],
            "properties": {
             "token": {"type": "string"},
             "subscriberId": {"type": "string"},
             "expires": {"type": "integer", "minimum": 0, "description": "Unix seconds."}
            }
           },
           "Health": {
            "type": "object",
            "required": ["status", "version"],
            "properties": {
             "status": {"type": "string", "enum": ["ok", "ready", "not ready", "stopping"]},
             "version": {"type": "string"},
             "reasons": {"type": "array", "items": {"type": "string"}, "description": "Why it is not ready."},
             "parts": {
              "type": "array",
              "description": "How each part is.",
              "items": {
               "type": "object",
               "required": ["part", "state"],
               "properties": {
                "part": {"type": "string", "enum": ["store", "sender", "key", "process"]},
                "name": {"type": "string", "description": "Of a sender or of its key."},
                "state": {"type": "string", "enum": ["ok", "failing", "stopping"]},
                "reason": {"type": "string"}
               }
              }
             }
            }
           }
          },
          "parameters": {
           "ConversionIdPath": {
            "name": "conversionId",
            "in": "path",
            "required": true,
            "description": "The activity.",
            "schema": {"$ref": "#/components/schemas/ConversionId"}
           },
           "Subscriber": {
            "name": "subscriberId",
            "in": "query",
            "description": "Only this subscriber's.",
            "schema": {
             "type": "string",
             "minLength": 1,
             "maxLength": 256,
             "pattern": "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$"
            }
           },
           "Cursor": {
            "name": "cursor",
            "in": "query",
            "description": "The cursor of the page before.",
            "schema": {"type": "string", "pattern": "^(0|[1-9a-z][0-9a-z]{0,11}|1[0-9a-x][0-9a-z]{11})\\.[1-9a-z][0-9a-z]{0,11}$"}
           },
           "LastEventId": {
            "name": "Last-Event-ID",
            "in": "header",
            "description": "The id of the last message seen: the stream begins with what came since, as far as the \#
        history goes, else with the current state. One that is no number is left aside.",
            "schema": {"type": "string"},
            "example": "4711"
           },
           "Format": {
            "name": "format",
            "in": "query",
            "description": "json, or text, for people. It goes before Accept, which says the same with \#
        application/json and text/plain; without both it is JSON.",
            "schema": {"type": "string", "enum": ["json", "text"]}
           },
           "IfNoneMatch": {
            "name": "If-None-Match",
            "in": "header",
            "description": "Entity tags of pages that are there already.",
            "schema": {"type": "string"}
           },
           "IdempotencyKey": {
            "name": "Idempotency-Key",
            "in": "header",
            "description": "The eventId of a single event, as webhook-id is too; a quoted key loses its quotes.",
            "schema": {"type": "string", "minLength": 1, "maxLength": 256, "pattern": "\\S"}
           },
           "TraceParent": {
            "name": "traceparent",
            "in": "header",
            "description": "W3C Trace Context: passed on to the pushes that the request leads to; one that is \#
        not valid is left aside.",
            "schema": {"type": "string"},
            "example": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
           },
           "TraceState": {
            "name": "tracestate",
            "in": "header",
            "description": "W3C Trace Context: passed on beside traceparent.",
            "schema": {"type": "string"}
           }
          },
          "headers": {
           "RequestId": {
            "description": "The request's own X-Request-Id, or a new one.",
            "schema": {"type": "string", "minLength": 1, "maxLength": 128}
           },
           "Challenge": {"description": "How to show who one is.", "schema": {"const": "Bearer"}},
           "Vary": {
            "description": "Which field of the request the answer's form depends on.",
            "required": true,
            "schema": {"const": "Accept"}
           },
           "NoStore": {"description": "It is not to be kept.", "required": true, "schema": {"const": "no-store"}},
           "NoBuffering": {
            "description": "A proxy is to hand each message on at once.",
            "required": true,
            "schema": {"const": "no"}
           },
           "EntityTag": {
            "description": "Names the page as it is.",
            "required": true,
            "schema": {"type": "string", "pattern": "^\"[0-9A-Za-z_-]{16}\"$"}
           },
           "Revalidate": {
            "description": "It may be kept, and is to be asked for each time.",
            "required": true,
            "schema": {"const": "no-cache"}
           },
           "PagePolicy": {
            "description": "The page's own script and style, requests to this relay, and nothing else.",
            "required": true,
            "schema": {"type": "string"}
           },
           "NoSniff": {
            "description": "It is what its Content-Type says.",
            "required": true,
            "schema": {"const": "nosniff"}
           },
           "NoReferrer": {
            "description": "No other site is told of it.",
            "required": true,
            "schema": {"const": "no-referrer"}
           },
           "SameOrigin": {
            "description": "No other site may hold or load it.",
            "required": true,
            "schema": {"const": "same-origin"}
           },
           "RetryAfter": {"description": "When to try again, seconds.", "schema": {"type": "integer", "minimum": 1}}
          },
          "responses": {
           "BadRequest": {
            "description": "It is malformed or does not hold what it should; detail and pointer say what and where.",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
           },
           "NoCredentials": {
            "description": "No credentials, or none that are known.",
            "headers": {
             "X-Request-Id": {"$ref": "#/components/headers/RequestId"},
             "WWW-Authenticate": {"$ref": "#/components/headers/Challenge"}
            },
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
           },
           "Forbidden": {
            "description": "The credentials do not open this.",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
           },
           "NotFound": {
            "description": "Nothing of this name is known.",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
           },
           "TooSlow": {
            "description": "The request did not come whole in time.",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
           },
           "Foreign": {
            "description": "It belongs to another subscriber; nothing was applied.",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
           },
           "TooMuch": {
            "description": "The body is over 1 MiB, or holds over 1,000 events; of resolve also: over 20,000 pushes or 16 MiB would follow.",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
           },
           "Stream": {
            "description": "The stream. Each message has one line of data, an object with conversionId, phase and \#
        the whole contentState; its id rises, over restarts of the relay too.",
            "headers": {
             "X-Request-Id": {"$ref": "#/components/headers/RequestId"},
             "Cache-Control": {"$ref": "#/components/headers/NoStore"},
             "X-Accel-Buffering": {"$ref": "#/components/headers/NoBuffering"}
            },
            "content": {
             "text/event-stream": {
              "schema": {"type": "string"},
              "example": "id: 4711\ndata: {\"conversionId\":\"gen-2\",\"phase\":\"active\",\"contentState\":\#
        {\"status\":\"generating\",\"displayStatus\":\"Generating…\",\"progress\":0.42}}\n\n"
             }
            }
           },
           "LongTarget": {
            "description": "The address is too long.",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
           },
           "BadMedia": {
            "description": "The media type, a charset other than UTF-8 or a Content-Encoding is not taken here.",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
           },
           "Expectation": {
            "description": "An Expect other than 100-continue is not known.",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
           },
           "Wait": {
            "description": "Too many wrong credentials came from this address; right ones are taken at once.",
            "headers": {
             "X-Request-Id": {"$ref": "#/components/headers/RequestId"},
             "Retry-After": {"$ref": "#/components/headers/RetryAfter"}
            },
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
           },
           "TooManyStreams": {
            "description": "The subscriber's tokens read 100 streams already; or too many wrong credentials came from \#
        this address.",
            "headers": {
             "X-Request-Id": {"$ref": "#/components/headers/RequestId"},
             "Retry-After": {"$ref": "#/components/headers/RetryAfter"}
            },
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
           },
           "Deleted": {
            "description": "The activity was deleted. To a subscriber's token it is unknown, and waited for.",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
           },
           "LongHead": {
            "description": "The header is too long.",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
           },
           "Broken": {
            "description": "What is stored cannot be read by this version, or the relay is at fault.",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
           },
           "NotImplemented": {
            "description": "The method or the transfer coding is not known.",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
           },
           "Unavailable": {
            "description": "The relay has too much to do, cannot write or read its store, or is stopping; \#
        nothing of the request was applied. Try again.",
            "headers": {
             "X-Request-Id": {"$ref": "#/components/headers/RequestId"},
             "Retry-After": {"$ref": "#/components/headers/RetryAfter"}
            },
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
           },
           "BadVersion": {
            "description": "It is not HTTP/1.0 or 1.1.",
            "headers": {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
           }
          },
          "securitySchemes": {
           "bearer": {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of the configuration, with the scope named: events, registrations, read, or \#
        admin, which opens everything. Without \"auth\" in the configuration none is needed."
           },
           "subscriber": {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "signed",
            "description": "A subscriber's own token, for what is that subscriber's."
           },
           "webhookId": {
            "type": "apiKey",
            "in": "header",
            "name": "webhook-id",
            "description": "Standard Webhooks: the message's id, which is the eventId of a single event too."
           },
           "webhookTimestamp": {
            "type": "apiKey",
            "in": "header",
            "name": "webhook-timestamp",
            "description": "Standard Webhooks: Unix seconds, within 5 minutes of now."
           },
           "webhookSignature": {
            "type": "apiKey",
            "in": "header",
            "name": "webhook-signature",
            "description": "Standard Webhooks: v1, and the Base64 of the HMAC-SHA256 of id.timestamp.body; any \#
        of several may match."
           }
          }
         }
        }

        """#
}
