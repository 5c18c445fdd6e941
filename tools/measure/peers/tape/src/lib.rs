// SPDX-License-Identifier: GPL-2.0

//! tape-sha256 for tape.c.

use std::slice;

/// Hash `jobs` messages of `size` bytes.
///
/// # Safety
///
/// `messages` has `jobs` pointers to `size` bytes, `digests` has room for `jobs` digests.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tape_hash_many(
    messages: *const *const u8,
    size: usize,
    digests: *mut [u8; 32],
    jobs: usize,
) {
    const BUFFERS: usize = 64;
    let mut each: [&[u8]; BUFFERS] = [&[]; BUFFERS];
    let digests = unsafe {
        let messages = slice::from_raw_parts(messages, jobs);
        for (slice, message) in each.iter_mut().zip(messages) {
            *slice = slice::from_raw_parts(*message, size);
        }
        slice::from_raw_parts_mut(digests, jobs)
    };
    tape_sha256::hash_many(&each[..jobs], digests);
}
