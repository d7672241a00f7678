# SPDX-License-Identifier: Apache-2.0
"""Checks traces: read-trace.py FILE... Prints a line for each: its content as JSON, or "invalid: " and the error."""

import json
import sys

from google.protobuf import unknown_fields
from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as protos

REALTIME = protos.BUILTIN_CLOCK_REALTIME
EVENT = protos.TrackEvent


def require(holds, problem):
    if not holds:
        raise ValueError(problem)


def all_known(message):
    require(len(unknown_fields.UnknownFieldSet(message)) == 0, "unknown field in " + message.DESCRIPTOR.name)
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        for each in value if field.is_repeated else [value]:
            all_known(each)


def annotations(event):
    return {a.name: a.string_value if a.HasField("string_value") else a.int_value for a in event.debug_annotations}


def read(data):
    trace = protos.Trace.FromString(data)
    require(len(trace.packet) > 0, "no packets")
    all_known(trace)
    first = trace.packet[0]
    require(first.clock_snapshot.primary_trace_clock == REALTIME, "no clock")
    tracks, depth, slices, opened, flows, events, time = {}, {}, [], {}, {}, [], 0
    for packet in trace.packet:
        require(packet.trusted_packet_sequence_id == 1, "packet of no sequence")
        if packet.HasField("track_descriptor"):
            track = packet.track_descriptor
            require(track.uuid not in tracks, "track twice")
            require(not track.parent_uuid or track.parent_uuid in tracks, "unknown parent")
            tracks[track.uuid] = track
        if not packet.HasField("track_event"):
            continue
        event = packet.track_event
        require(packet.timestamp_clock_id == REALTIME, "another clock")
        require(packet.timestamp >= time, "times go back")
        time = packet.timestamp
        require(event.track_uuid in tracks, "unknown track")
        stack = opened.setdefault(event.track_uuid, [])
        if event.type == EVENT.TYPE_SLICE_BEGIN:
            stack.append((event, time))
        elif event.type == EVENT.TYPE_SLICE_END:
            require(stack, "end without begin")
            begin, begun = stack.pop()
            slices.append([begin.name, begun, time, tracks[event.track_uuid].process.pid, annotations(begin)])
        elif event.type == EVENT.TYPE_COUNTER:
            require(tracks[event.track_uuid].HasField("counter"), "value of no counter")
            events.append([tracks[event.track_uuid].name, time, event.counter_value])
        else:
            require(event.type == EVENT.TYPE_INSTANT, "event of no type")
            events.append([event.name, time, tracks[event.track_uuid].name])
        for flow in event.flow_ids:
            require(flow not in flows, "flow begins twice")
            flows[flow] = [event.name, None]
        for flow in event.terminating_flow_ids:
            require(flow in flows and flows[flow][1] is None, "flow ends before its begin")
            flows[flow][1] = event.name
    require(not any(opened.values()), "begin without end")
    require(all(end for _, end in flows.values()), "flow without end")
    return {
        "tracks": [
            {
                "name": t.name,
                "pid": t.process.pid,
                "words": list(t.process.cmdline),
                "parent": tracks[t.parent_uuid].name if t.parent_uuid else "",
            }
            for t in tracks.values()
        ],
        "slices": slices,
        "events": events,
        "flows": sorted(flows.values()),
    }


for path in sys.argv[1:]:
    with open(path, "rb") as file:
        try:
            print(json.dumps(read(file.read())))
        except Exception as e:  # the parser raises several kinds
            print("invalid: " + " ".join(str(e).split())[:300])
