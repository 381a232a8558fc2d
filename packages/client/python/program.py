"""Lists, creates, and meets an error, with the generated client. Arguments: the service's origin, and a key that may write."""

import json
import sys
import uuid

from candor_client import AuthenticatedClient
from candor_client.api.events import events_follow
from candor_client.api.jobs import jobs_create, jobs_get, jobs_list
from candor_client.models import FeedPage, JobDraft, JobsCreateResponse201, JobsListResponse200, NotFound
from candor_client.types import UNSET

origin, key = sys.argv[1:]
client = AuthenticatedClient(base_url=origin, token=key)

# The same key twice: the job is created once.
idempotency_key = str(uuid.uuid4())
title = f"Robot Librarian {idempotency_key}"
created = jobs_create.sync(client=client, body=JobDraft(title=title), idempotency_key=idempotency_key)
repeated = jobs_create.sync(client=client, body=JobDraft(title=title), idempotency_key=idempotency_key)
assert isinstance(created, JobsCreateResponse201) and isinstance(repeated, JobsCreateResponse201)

listed = jobs_list.sync(client=client, limit=2)
assert isinstance(listed, JobsListResponse200)

# The feed, page by page, until it has the new job.
after, job_events = UNSET, []
while not any(event.subject_id == created.job.id for event in job_events):
    page = events_follow.sync(client=client, after=after, types="job.created", wait=10)
    assert isinstance(page, FeedPage) and page.next_ != after
    after, job_events = page.next_, page.events

missing = jobs_get.sync_detailed(uuid.uuid4(), client=client)

print(json.dumps({
    "is_same_job": created.job.id == repeated.job.id,
    "is_newest": listed.jobs[0].id == created.job.id,
    "is_typed": isinstance(missing.parsed, NotFound) and missing.parsed.error.code,
    "has_request_id": "x-request-id" in missing.headers,
}))
