"""Stable-Baselines3: environments by id, its checker, masked training, and a video."""

from __future__ import annotations

import tempfile
from pathlib import Path

import gymnasium
from gymnasium.wrappers import RecordVideo
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv
from trying import run, tried

from ninetyeight.envs import SEAT_ID, TEAM_ID


@tried("`check_env`")
def checked() -> None:
    for name in (TEAM_ID, SEAT_ID):
        check_env(gymnasium.make(name, flat=True))


@tried("`make_vec_env` by id, `DummyVecEnv` and `SubprocVecEnv`, pictures")
def vectors() -> None:
    for name in (TEAM_ID, SEAT_ID):
        for kind in (DummyVecEnv, SubprocVecEnv):
            envs = make_vec_env(name, n_envs=2, vec_env_cls=kind)
            envs.reset()
            for _ in range(50):
                masks = envs.env_method("action_masks")
                envs.step([mask.argmax() for mask in masks])
            assert envs.get_images()[0].shape == (400, 720, 3)
            envs.close()


@tried("`MaskablePPO` on `Team-v0`, dictionaries and flat")
def masked() -> str:
    for policy, flat in (("MultiInputPolicy", False), ("MlpPolicy", True)):
        envs = make_vec_env(TEAM_ID, n_envs=4, env_kwargs={"flat": flat, "reward": "cards"})
        learner = MaskablePPO(policy, envs, n_steps=256, seed=1).learn(2048)
    return f"{learner.num_timesteps:,} steps each"


@tried("`PPO` without a mask on `Seat-v0`")
def plain() -> None:
    envs = make_vec_env(SEAT_ID, n_envs=2, env_kwargs={"flat": True, "reward": "cards"})
    PPO("MlpPolicy", envs, n_steps=256, seed=1).learn(1024)


@tried("`RecordVideo`")
def filmed() -> str:
    with tempfile.TemporaryDirectory() as folder:
        env = RecordVideo(gymnasium.make(TEAM_ID, render_mode="rgb_array"), folder)
        seen, _ = env.reset(seed=1)
        over = False
        while not over:
            seen, _, over, _, _ = env.step(int(seen["action_mask"].argmax()))
        env.close()
        assert all(film.stat().st_size > 1000 for film in Path(folder).glob("*.mp4"))
        assert list(Path(folder).glob("*.mp4"))
    return "with moviepy"


if __name__ == "__main__":
    run()
