package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/envgen/envgen/gen/go/envelope"
	"github.com/envgen/envgen/gen/go/hotrepl"
)

// pollPause is the time between two polls of a job.
const pollPause = 100 * time.Millisecond

// call runs a command and waits for its job, if it has one. It returns the output as JSON and the verified content of each artifact. The
// ids of its polls begin with id.
func (s *session) call(ctx context.Context, id hotrepl.RequestID, name string, args hotrepl.Object) (string, map[string][]byte, error) {
	reply, err := s.CommandCall(ctx, &hotrepl.CommandCall{ID: id, Name: name, Args: args})
	if err != nil {
		return "", nil, err
	}
	switch reply := reply.(type) {
	case *hotrepl.CommandResult:
		return result(reply.Output, reply.Artifacts, reply.Error)
	case *hotrepl.JobAccepted:
		return s.poll(ctx, id, reply.JobID)
	}
	return "", nil, fmt.Errorf("an unknown reply %T", reply)
}

func (s *session) poll(ctx context.Context, id hotrepl.RequestID, job hotrepl.JobID) (string, map[string][]byte, error) {
	for n := 1; ; n++ {
		reply, err := s.JobStatus(ctx, &hotrepl.JobStatus{ID: hotrepl.RequestID(fmt.Sprintf("%s.%d", id, n)), JobID: job})
		if err != nil {
			return "", nil, err
		}
		switch reply := reply.(type) {
		case *hotrepl.JobResult:
			return result(reply.Output, reply.Artifacts, reply.Error)
		case *hotrepl.CommandResult:
			return result(reply.Output, reply.Artifacts, reply.Error)
		}
		select { // the job is still running
		case <-ctx.Done():
			return "", nil, ctx.Err()
		case <-time.After(pollPause):
		}
	}
}

// result returns the output of a command. It uses no artifact whose digest is not verified.
func result(output hotrepl.Opt[hotrepl.Raw], artifacts hotrepl.Artifacts, failure hotrepl.Opt[hotrepl.ErrorEnvelope]) (string, map[string][]byte, error) {
	if failed, is := failure.Get(); is {
		return "", nil, &failed
	}
	contents := map[string][]byte{}
	for name, ref := range artifacts.All() {
		content, err := verified(ref)
		if err != nil {
			return "", nil, fmt.Errorf("artifact %s: %w", name, err)
		}
		contents[name] = content
	}
	value, _ := output.Get()
	return value.String(), contents, nil
}

// verified reads an artifact. It returns the content if its digest is the announced one.
func verified(ref hotrepl.ArtifactRef) ([]byte, error) {
	path, is := ref.Path.Get()
	if !is || !ref.Finalized {
		return nil, errors.New("the server has written no file yet")
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if err := envelope.VerifyDigest(ref.Sha256, content); err != nil {
		return nil, err
	}
	return content, nil
}
