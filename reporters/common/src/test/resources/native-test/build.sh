#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Sleeps for a moment, so that concurrent builds overlap.
echo built > "$2/result"
sleep 0.2
